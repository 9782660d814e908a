package org.armci4j.benchmarks.verbs;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.armci4j.Armci;
import org.armci4j.benchmarks.rank.Cue;
import org.armci4j.benchmarks.rank.JitWarmUp;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.verbs.VerbsPlan.Point;

/** What every rank of a measured job runs. Rank 0 measures and prints the result lines. */
public final class VerbsRank {
  /** Enough for a median, few enough for an emulated machine. */
  private static final int SAMPLES = 1000;

  /**
   * An emulated machine compiles slowly, so that a round must be long to see the compilers work:
   * without this its interpreter would be measured.
   */
  private static final int WARM_UP_ROUND = 10;

  private static final long WARM_UP_ROUND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** For each rank: on an emulated machine their compilers share a core or two. */
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(50);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Armci armci;
  private final Cue cue;
  private final VerbsOperations operations;
  private final Stopwatch stopwatch;

  private VerbsRank(Armci armci, VerbsPlan plan, Cue cue, VerbsOperations operations) {
    this.armci = armci;
    this.cue = cue;
    this.operations = operations;
    this.stopwatch = new Stopwatch(plan.repetitions(), plan.repetitionNanos());
  }

  /**
   * Runs on one rank.
   *
   * @param args number of repetitions, nanoseconds a repetition, and what to measure, each as
   *     OPERATION:BYTES
   */
  public static void main(String[] args) {
    VerbsPlan plan = VerbsPlan.parse(args);
    try (Armci armci = Armci.open();
        Cue cue = new Cue(armci);
        VerbsOperations operations = new VerbsOperations(armci, plan.largestBytes())) {
      VerbsRank rank = new VerbsRank(armci, plan, cue, operations);
      plan.points().forEach(rank::measure);
      if (armci.rank() == 0) {
        System.out.println("end");
      }
    }
  }

  private void measure(Point point) {
    long sizeBytes = point.sizeBytes();
    switch (point.operation()) {
      case "put-latency" -> sample(point, operations::putLatency, operations::putLatency, 2);
      case "get-latency" -> sample(point, operations::getLatency, (samples, count) -> {}, 1);
      case "fetch-add" -> sample(point, operations::fetchAdd, (samples, count) -> {}, 1);
      case "put-bandwidth" -> byRankZero(point, count -> operations.putBandwidth(sizeBytes, count));
      case "get-bandwidth" -> byRankZero(point, count -> operations.getBandwidth(sizeBytes, count));
      case "barrier" -> measure(point, operations::barrier, 1);
      case "broadcast" -> measure(point, count -> operations.broadcast(sizeBytes, count), 1);
      case "allreduce" -> measure(point, count -> operations.allreduce(sizeBytes, count), 1);
      case "allgather" -> measure(point, count -> operations.allgather(sizeBytes, count), 1);
      default -> throw new IllegalArgumentException("no operation " + point.operation());
    }
  }

  private void byRankZero(Point point, LongConsumer body) {
    measure(point, armci.rank() == 0 ? body : count -> {}, 1);
  }

  /** Performs an operation so many times and takes the time of each. */
  private interface Sampled {
    void run(Samples samples, int count);
  }

  /** Times single operations; what takes {@code parts} of them is divided by that. */
  private void sample(Point point, Sampled first, Sampled second, int parts) {
    Samples samples = new Samples(SAMPLES);
    int rank = armci.rank();
    Sampled body = rank == 0 ? first : rank == 1 ? second : (none, count) -> {};
    if (rank != 0) {
      for (long count = cue.take(); count > 0; count = cue.take()) {
        samples.clear();
        body.run(samples, (int) count);
      }
      return;
    }
    warmUp(point, () -> warmUp(body, samples));
    long allocated = round(body, samples);
    cue.give(0);
    print(
        point,
        samples.quantile(0.5) / parts,
        samples.quantile(0) / parts,
        samples.quantile(0.99) / parts,
        (double) allocated / SAMPLES / parts);
  }

  private boolean warmUp(Sampled body, Samples samples) {
    for (int i = 0; i < WARM_UP_ROUND; i++) {
      round(body, samples);
    }
    return true;
  }

  private void warmUp(Point point, BooleanSupplier round) {
    long limitNanos = WARM_UP_NANOS * armci.size();
    if (!JitWarmUp.run(cue, round, limitNanos)) {
      System.out.printf(
          "note %s of %d bytes: the compilers were still at work after %d s of warm-up%n",
          point.operation(), point.sizeBytes(), TimeUnit.NANOSECONDS.toSeconds(limitNanos));
    }
  }

  /** Takes all samples once, on both ranks; returns what this one put on the heap meanwhile. */
  private long round(Sampled body, Samples samples) {
    cue.give(SAMPLES);
    samples.clear();
    long before = threads.getCurrentThreadAllocatedBytes();
    body.run(samples, SAMPLES);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** Measures an operation of which each count does {@code parts}. */
  private void measure(Point point, LongConsumer body, int parts) {
    if (armci.rank() == 0) {
      long[] count = {1};
      warmUp(point, () -> warmUp(body, count));
      print(point, stopwatch.measure(cue::give, body), parts);
      cue.give(0);
      return;
    }
    for (long count = cue.take(); count > 0; count = cue.take()) {
      body.accept(count);
    }
  }

  /** Whether it took long enough to see the compilers work; twice as many are tried next if not. */
  private boolean warmUp(LongConsumer body, long[] count) {
    cue.give(count[0]);
    long start = System.nanoTime();
    body.accept(count[0]);
    boolean full = System.nanoTime() - start >= WARM_UP_ROUND_NANOS;
    count[0] *= full ? 1 : 2;
    return full;
  }

  private static void print(Point point, Stopwatch.Reading reading, int parts) {
    print(
        point,
        reading.median() / parts,
        reading.min() / parts,
        reading.max() / parts,
        reading.allocatedBytes() / parts);
  }

  private static void print(
      Point point, double median, double min, double max, double allocatedBytes) {
    System.out.println(
        String.format(
            Locale.ROOT,
            "result %s %d %.3f %.3f %.3f %.3f",
            point.operation(),
            point.sizeBytes(),
            median,
            min,
            max,
            allocatedBytes));
  }
}
