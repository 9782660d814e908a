import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.pcj.PCJ;
import org.pcj.PcjFuture;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;
import org.pcj.internal.DeployPCJ;

/**
 * Measures the figures of the suite network with PCJ. It is compiled where it runs, with the PCJ
 * found there.
 *
 * <p>PCJ would start its processes by ssh; here each is started by hand, with the arguments that
 * PCJ would give it. Arguments: role (target or origin), network device or "-", then those of the
 * suite: repetitions, nanoseconds a repetition, OPERATION:BYTES ... The target prints its address.
 * The origin reads that address from its standard input, then the numbers of the figures to
 * measure.
 */
@RegisterStorage(PcjRank.Shared.class)
public final class PcjRank implements StartPoint {
  private static final int TARGET = 0;
  private static final int ORIGIN = 1;
  private static final int PORT = 8091;
  private static final int IN_FLIGHT = 8;
  private static final int WORDS = 4096;
  private static final long WARM_UP_NANOS = 1_500_000_000L;
  private static final int END = -1;
  private static final int ENOUGH = 1000;
  private static final int FAILED = 3;

  /** Factor of the round, above every index, so that no two repetitions move the same values. */
  private static final double ROUND_FACTOR = 1 << 24;

  private static BufferedReader input;
  private static String[] suite;

  /** Variables that all threads of PCJ share. */
  @Storage(PcjRank.class)
  enum Shared {
    word,
    words,
    command,
    part
  }

  double word;
  double[] words;

  /** Figure and count of the next command, on which the target waits. */
  int[] command;

  double[] part;

  /** Data that the origin moves in one repetition, and data that it received. */
  private double[] moved;

  private double[] found;
  private int round;

  /** Creates an instance, for PCJ. */
  public PcjRank() {}

  public static void main(String[] args) throws Exception {
    suite = Arrays.copyOfRange(args, 2, args.length);
    String node0;
    if (args[0].equals("target")) {
      node0 = address(args[1]);
      System.out.println("target " + node0);
      System.out.flush();
    } else {
      input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      node0 = input.readLine().split(" ")[1];
    }
    int thread = args[0].equals("target") ? TARGET : ORIGIN;
    String port = Integer.toString(PORT + thread);
    DeployPCJ.main(
        new String[] {
          PcjRank.class.getName(), port, node0, Integer.toString(PORT), "2", "[" + thread + "]"
        });
    System.exit(0);
  }

  private static String address(String device) throws IOException {
    if (device.equals("-")) {
      return InetAddress.getLocalHost().getHostAddress();
    }
    return NetworkInterface.getByName(device)
        .inetAddresses()
        .filter(Inet4Address.class::isInstance)
        .findFirst()
        .orElseThrow()
        .getHostAddress();
  }

  /** Ends the process on an exception; PCJ would report it and leave the other one waiting. */
  @Override
  public void main() {
    try {
      words = new double[WORDS];
      part = new double[1];
      PCJ.barrier();
      if (PCJ.myId() == ORIGIN) {
        lead();
      } else {
        follow();
      }
      PCJ.barrier();
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private static String operation(String point) {
    return point.split(":")[0];
  }

  private static int elements(String point) {
    return operation(point).equals("word-puts")
        ? WORDS
        : Math.max(1, (int) (Long.parseLong(point.split(":")[1]) / Double.BYTES));
  }

  private static boolean isCollective(String point) {
    return Arrays.asList("barrier", "broadcast", "allreduce").contains(operation(point));
  }

  private void follow() {
    while (true) {
      PCJ.waitFor(Shared.command);
      int[] next = command;
      if (next[0] == END) {
        return;
      }
      PCJ.barrier();
      perform(suite[next[0]], next[1]);
    }
  }

  private void lead() throws IOException {
    for (int i = 2; i < suite.length; i++) {
      long start = System.nanoTime();
      for (int count = 1; isKnown(suite[i]) && System.nanoTime() - start < WARM_UP_NANOS; ) {
        count = Math.min(2 * count, 100);
        all(i, count);
      }
    }
    System.out.println("end");
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      int index = 2 + Integer.parseInt(line);
      if (isKnown(suite[index])) {
        measure(index);
      }
      System.out.println("end");
    }
    PCJ.put(new int[] {END, 0}, TARGET, Shared.command);
  }

  private static boolean isKnown(String point) {
    return isCollective(point)
        || Arrays.asList("put-fence", "get-latency", "put-bandwidth", "get-bandwidth", "word-puts")
            .contains(operation(point));
  }

  /** Performs a figure, on both sides if both take part. The time excludes data checks. */
  private long all(int index, int count) {
    String point = suite[index];
    prepare(point);
    if (isCollective(point)) {
      PCJ.put(new int[] {index, count}, TARGET, Shared.command);
      PCJ.barrier();
    }
    long start = System.nanoTime();
    perform(point, count);
    long nanos = System.nanoTime() - start;
    check(point, count);
    return nanos;
  }

  private double value(int index) {
    return round * ROUND_FACTOR + index;
  }

  /** Sets new values to move and, for a get, puts them at the other side first. */
  private void prepare(String point) {
    round++;
    moved = new double[elements(point)];
    Arrays.setAll(moved, this::value);
    found = null;
    switch (operation(point)) {
      case "get-latency" -> PCJ.put(value(0), TARGET, Shared.word);
      case "get-bandwidth" -> PCJ.put(moved, TARGET, Shared.part);
      case "allreduce" -> PCJ.broadcast(moved, Shared.part);
      default -> {}
    }
  }

  /** Compares each element that arrived with the element sent. */
  private void check(String point, int count) {
    switch (operation(point)) {
      case "put-fence" -> require(point, 0, PCJ.<Double>get(TARGET, Shared.word), value(count - 1));
      case "word-puts" -> compare(point, PCJ.get(TARGET, Shared.words), 1);
      case "put-bandwidth", "broadcast" -> compare(point, PCJ.get(TARGET, Shared.part), 1);
      case "get-bandwidth" -> compare(point, found, 1);
      case "allreduce" -> compare(point, found, PCJ.threadCount());
      default -> {} // checked call by call, or without data
    }
  }

  private void compare(String point, double[] arrived, int factor) {
    require(point, -1, arrived.length, moved.length);
    for (int i = 0; i < moved.length; i++) {
      require(point, i, arrived[i], factor * moved[i]);
    }
  }

  private static void require(String point, int index, double found, double expected) {
    if (found != expected) {
      String what = index < 0 ? "the length" : "element " + index;
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s moved wrong data: %s is %.1f, not %.1f",
              point,
              what,
              found,
              expected));
    }
  }

  private void measure(int index) {
    int repetitions = Integer.parseInt(suite[0]);
    long nanos = Long.parseLong(suite[1]);
    int count = 1;
    while (all(index, count) < nanos && count < ENOUGH) {
      count *= 2;
    }
    double[] times = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      times[i] = all(index, count) / (double) count;
    }
    Arrays.sort(times);
    String[] point = suite[index].split(":");
    System.out.println(
        String.format(
            Locale.ROOT,
            "result %s %s %.3f %.3f %.3f",
            point[0],
            point[1],
            times[repetitions / 2],
            times[0],
            times[repetitions - 1]));
  }

  /** Performs a figure; at the target, only its part in a collective. */
  private void perform(String point, int count) {
    boolean leads = PCJ.myId() == ORIGIN;
    switch (operation(point)) {
      case "put-fence" -> times(count, i -> PCJ.put(value(i), TARGET, Shared.word));
      case "get-latency" ->
          times(count, i -> require(point, 0, PCJ.<Double>get(TARGET, Shared.word), value(0)));
      case "word-puts" ->
          inFlight(
              WORDS * count, i -> PCJ.asyncPut(moved[i % WORDS], TARGET, Shared.words, i % WORDS));
      case "put-bandwidth" -> inFlight(count, i -> PCJ.asyncPut(moved, TARGET, Shared.part));
      case "get-bandwidth" ->
          found = (double[]) inFlight(count, i -> PCJ.asyncGet(TARGET, Shared.part));
      case "barrier" -> times(count, i -> PCJ.barrier());
      case "broadcast" -> {
        if (leads) {
          times(count, i -> PCJ.broadcast(moved, Shared.part));
        }
        PCJ.barrier();
      }
      case "allreduce" -> {
        times(count, i -> found = PCJ.reduce(PcjRank::sum, Shared.part));
        PCJ.barrier();
      }
      default -> throw new IllegalArgumentException(point);
    }
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = new double[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  private static void times(int count, IntConsumer body) {
    for (int i = 0; i < count; i++) {
      body.accept(i);
    }
  }

  /** Starts an operation. */
  private interface Starts {
    PcjFuture<?> start(int index);
  }

  /** Starts operations, several at once; returns the result of the last one. */
  private static Object inFlight(int count, Starts body) {
    List<PcjFuture<?>> under = new ArrayList<>();
    Object last = null;
    for (int i = 0; i < count; i++) {
      under.add(body.start(i));
      if (under.size() == IN_FLIGHT || i == count - 1) {
        for (PcjFuture<?> one : under) {
          last = one.get();
        }
        under.clear();
      }
    }
    return last;
  }
}
