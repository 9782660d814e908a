package org.armci4j.benchmarks.network;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.armci4j.Armci;
import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.benchmarks.collectives.PointCalls;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.rank.JitWarmUp;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs on every rank of a measured job. Rank 0 leads. It performs all figures in turn until the JIT
 * compilers are idle. Then it measures the figures that its standard input names, and prints the
 * result lines. The other ranks perform rank 0's commands, and sleep between figures.
 */
public final class NetworkRank {
  /** Samples of a figure: enough for a median, few enough for an emulated machine. */
  private static final int SAMPLES = 1000;

  /**
   * Repetitions of all samples in a round of the warm-up. An emulated machine compiles slowly, so
   * only a long round shows the compilers at work. After short rounds the interpreter would be
   * measured.
   */
  private static final int WARM_UP_ROUND = 10;

  /** Minimum time of other figures in such a round, in repetitions, which suit the machine. */
  private static final long WARM_UP_ROUND_REPETITIONS = 10;

  /**
   * Limit of the warm-up for each rank, in repetitions: on an emulated machine the ranks' compilers
   * share a core or two.
   */
  private static final long WARM_UP_REPETITIONS = 1000;

  /** Additional limit for each rank and figure. */
  private static final long WARM_UP_FIGURE_REPETITIONS = 150;

  /** In place of a count: prepare the figure's data. */
  private static final long PREPARE = (1L << 32) - 1;

  /** In place of a count: check the figure's data. */
  private static final long CHECK = PREPARE - 1;

  /** The other ranks sleep until the next command. */
  private static final long PAUSE = -1;

  private static final long END = -2;
  private static final int COUNT_BITS = 32;
  private static final long ROW_STRIDE = NetworkPlan.ROW_STRIDE_BYTES;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Armci armci;
  private final RankCommands commands;
  private final NetworkOperations operations;
  private final NetworkCollectives collectives;
  private final MovedData data;
  private final long repetitionNanos;
  private final Stopwatch stopwatch;
  private final Samples samples = new Samples(SAMPLES);
  private final List<Figure> figures;

  /**
   * A figure to measure.
   *
   * @param point its name and size
   * @param isSampled whether single operations are timed
   * @param parts number of operations in each count
   * @param body performs a number of counts on this rank
   * @param uncountedNanos the part of the latest body's time that does not count
   * @param check checks that the data have arrived
   */
  private record Figure(
      Point point,
      boolean isSampled,
      int parts,
      LongConsumer body,
      LongSupplier uncountedNanos,
      Runnable check) {}

  private NetworkRank(
      Armci armci,
      NetworkPlan plan,
      RankCommands commands,
      NetworkOperations operations,
      NetworkCollectives collectives,
      MovedData data) {
    this.armci = armci;
    this.commands = commands;
    this.operations = operations;
    this.collectives = collectives;
    this.data = data;
    this.repetitionNanos = plan.repetitionNanos();
    this.stopwatch = new Stopwatch(plan.repetitions(), repetitionNanos);
    this.figures = plan.points().stream().map(this::figure).toList();
  }

  /**
   * Runs on one rank until the standard input of rank 0 ends. Each line of that input is the number
   * of the figure to measure next.
   *
   * @param args first {@link Variant#HEAP} if the local memory is Java arrays; number of
   *     repetitions, nanoseconds a repetition, then points of the form OPERATION:BYTES
   */
  public static void main(String[] args) throws IOException {
    boolean arrays = Variant.HEAP.isAsked(args);
    NetworkPlan plan = NetworkPlan.parse(Variant.HEAP.without(args));
    try (Armci armci = Armci.open();
        RankCommands commands = new RankCommands(armci);
        MovedData data = new MovedData(armci, NetworkPlan.largestBytes(plan.points()), arrays);
        NetworkOperations operations = new NetworkOperations(armci, data);
        NetworkCollectives collectives = new NetworkCollectives(armci, data)) {
      NetworkRank rank = new NetworkRank(armci, plan, commands, operations, collectives, data);
      if (armci.rank() == 0) {
        rank.lead();
      } else {
        rank.follow();
      }
    }
  }

  private Figure figure(Point point) {
    long sizeBytes = point.sizeBytes();
    return switch (point.operation()) {
      case "put-latency" ->
          sampled(point, 2, operations::putLatency, armci.rank() < 2, NetworkRank::nothing);
      case "put-fence" ->
          sampled(point, 1, operations::putFence, armci.rank() == 0, put(point, Double.BYTES));
      case "get-latency" ->
          sampled(point, 1, operations::getLatency, armci.rank() == 0, get(point, Double.BYTES));
      case "fetch-add" ->
          sampled(point, 1, operations::fetchAdd, armci.rank() == 0, NetworkRank::nothing);
      case "put-bandwidth" ->
          byRankZero(
              point, count -> operations.putBandwidth(sizeBytes, count), put(point, Double.BYTES));
      case "get-bandwidth" ->
          byRankZero(
              point, count -> operations.getBandwidth(sizeBytes, count), get(point, Double.BYTES));
      case "word-puts" -> byRankZero(point, operations::wordPuts, put(point, ROW_STRIDE));
      case "put-rows" -> byRankZero(point, operations::putRows, put(point, ROW_STRIDE));
      case "get-rows" -> byRankZero(point, operations::getRows, get(point, ROW_STRIDE));
      case "put-list", "put-list-busy", "get-list", "get-list-busy" -> list(point);
      default -> collective(point);
    };
  }

  private Figure list(Point point) {
    boolean isPut = point.operation().startsWith("put");
    long sizeBytes = point.sizeBytes();
    LongConsumer body =
        isPut
            ? count -> operations.putList(sizeBytes, count)
            : count -> operations.getList(sizeBytes, count);
    // Compares the first element of each segment.
    Runnable check = isPut ? put(point, 2 * sizeBytes) : get(point, 2 * sizeBytes);
    return point.operation().endsWith("-busy")
        ? whileComputing(point, body, check)
        : byRankZero(point, body, check);
  }

  private Figure collective(Point point) {
    CollectivePoint one = CollectivePoint.named(point.operation(), point.sizeBytes());
    PointCalls calls = collectives.calls(one);
    return new Figure(
        point, false, 1, calls::perform, calls::uncountedNanos, () -> collectives.check(one));
  }

  private Runnable put(Point point, long strideBytes) {
    return () -> data.checkPut(point.operation(), NetworkPlan.spanBytes(point), strideBytes);
  }

  private Runnable get(Point point, long strideBytes) {
    return () -> data.checkGet(point.operation(), NetworkPlan.spanBytes(point), strideBytes);
  }

  /** Does nothing: the check of an operation that checks itself or moves no data. */
  private static void nothing() {}

  /** Performs an operation a number of times and takes the time of each. */
  private interface Sampled {
    void run(Samples samples, int count);
  }

  private Figure sampled(Point point, int parts, Sampled body, boolean takesPart, Runnable check) {
    LongConsumer sampling =
        count -> {
          samples.clear();
          body.run(samples, (int) count);
        };
    LongConsumer performed = takesPart ? sampling : count -> {};
    return new Figure(point, true, parts, performed, () -> 0, check);
  }

  private Figure byRankZero(Point point, LongConsumer body, Runnable check) {
    return byAll(point, armci.rank() == 0 ? body : count -> {}, check);
  }

  /** Returns a figure of rank 0 while rank 1 computes. */
  private Figure whileComputing(Point point, LongConsumer body, Runnable check) {
    return byAll(point, count -> operations.whileComputing(() -> body.accept(count)), check);
  }

  private static Figure byAll(Point point, LongConsumer body, Runnable check) {
    return new Figure(point, false, 1, body, () -> 0, check);
  }

  private void follow() {
    for (long value = commands.take(); value != END; value = next(value)) {
      if (value != PAUSE) {
        int index = (int) (value >>> COUNT_BITS);
        perform(figures.get(index), value & ((1L << COUNT_BITS) - 1));
      }
    }
  }

  private void perform(Figure figure, long count) {
    if (count == PREPARE) {
      data.prepare(figure.point().operation().startsWith("broadcast"));
    } else if (count == CHECK) {
      armci.barrier();
      figure.check().run();
    } else {
      figure.body().accept(count);
    }
  }

  private long next(long value) {
    return value == PAUSE ? commands.takeAsleep() : commands.take();
  }

  private void lead() throws IOException {
    warmUp();
    pause();
    try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, US_ASCII))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        int index = Integer.parseInt(line);
        all(index, PREPARE);
        if (figures.get(index).isSampled()) {
          sample(index);
        } else {
          measure(index);
        }
        all(index, CHECK);
        pause();
      }
    }
    commands.give(END);
  }

  private void pause() {
    commands.give(PAUSE);
    ResultLines.printEnd();
  }

  private void all(int index, long count) {
    give(index, count);
    perform(figures.get(index), count);
  }

  private void give(int index, long count) {
    commands.give(((long) index << COUNT_BITS) | count);
  }

  private void warmUp() {
    long limitNanos =
        armci.size()
            * repetitionNanos
            * (WARM_UP_REPETITIONS + figures.size() * WARM_UP_FIGURE_REPETITIONS);
    long[] counts = new long[figures.size()];
    Arrays.fill(counts, 1);
    if (!JitWarmUp.run(commands, () -> performAll(counts), limitNanos)) {
      ResultLines.printNote(
          Text.format(
              "the compilers were still at work after %d s of warm-up",
              TimeUnit.NANOSECONDS.toSeconds(limitNanos)));
    }
  }

  /** Returns whether each figure took its minimum time. Doubles the next count of the others. */
  private boolean performAll(long[] counts) {
    boolean full = true;
    for (int index = 0; index < counts.length; index++) {
      full &= figures.get(index).isSampled() ? performSampled(index) : perform(index, counts);
    }
    return full;
  }

  private boolean performSampled(int index) {
    for (int i = 0; i < WARM_UP_ROUND; i++) {
      takeSamples(index);
    }
    return true;
  }

  private boolean perform(int index, long[] counts) {
    give(index, counts[index]);
    long start = System.nanoTime();
    figures.get(index).body().accept(counts[index]);
    boolean full = System.nanoTime() - start >= WARM_UP_ROUND_REPETITIONS * repetitionNanos;
    counts[index] *= full ? 1 : 2;
    return full;
  }

  /** Takes all samples once. Returns how many bytes this rank allocated on the heap meanwhile. */
  private long takeSamples(int index) {
    give(index, SAMPLES);
    long before = threads.getCurrentThreadAllocatedBytes();
    figures.get(index).body().accept(SAMPLES);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private void sample(int index) {
    double allocatedBytes = takeSamples(index);
    Figure figure = figures.get(index);
    int parts = figure.parts();
    print(
        figure.point(),
        samples.quantile(0.5) / parts,
        samples.quantile(0) / parts,
        samples.quantile(0.99) / parts,
        allocatedBytes / SAMPLES / parts);
  }

  private void measure(int index) {
    Figure figure = figures.get(index);
    Stopwatch.Reading reading =
        stopwatch.measure(count -> give(index, count), figure.body(), figure.uncountedNanos());
    print(figure.point(), reading.median(), reading.min(), reading.max(), reading.allocatedBytes());
  }

  private static void print(
      Point point, double median, double min, double max, double allocatedBytes) {
    ResultLines.print(
        point.operation(), point.sizeBytes(), new double[] {median, min, max, allocatedBytes});
  }
}
