package org.armci4j.benchmarks.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.SuiteOptions;

/**
 * What the ranks of one job measure; the arguments of every subject's program.
 *
 * @param repetitions how many times each point is measured
 * @param repetitionNanos how long each repetition takes at least
 * @param points what is measured
 */
public record NetworkPlan(int repetitions, long repetitionNanos, List<Point> points) {

  /** How much the segments of a measured list hold together. */
  public static final long LIST_BYTES = 1 << 20;

  private static final String LIST = "-list";

  /** So many words, twice as far apart as they are long, are put one by one, or as rows. */
  static final int WORDS = 4096;

  static final long ROW_STRIDE_BYTES = 2 * Long.BYTES;

  /** Among all ranks, and the same by Open MPI. */
  public static final List<Point> COLLECTIVES =
      List.of(
          new Point("barrier", 0),
          new Point("broadcast", 8),
          new Point("broadcast", 32 << 10),
          new Point("broadcast", 1 << 20),
          new Point("allreduce", 8),
          new Point("allreduce", 32 << 10),
          new Point("allreduce", 1 << 20),
          new Point("allgather", 8),
          new Point("allgather", 32 << 10),
          new Point("allgather", 1 << 20));

  /** Of a collective: the one that does not wait, and its wait. */
  static final String STARTED = "-nb";

  /** The same with as much computing between as they take, which does not count. */
  static final String UNCOVERED = STARTED + "-uncovered";

  /** The option of suites that measures {@link #NONBLOCKING}. */
  public static final String NONBLOCKING_OPTION = "--nonblocking";

  /** What it does. */
  public static final String NONBLOCKING_USAGE =
      "Only collectives that do not wait, beside Open MPI's: start and wait (barrier-nb and so on),"
          + " and what of both is left where a rank computes in between for as long as they take"
          + " (barrier-nb-uncovered).";

  /** Collectives that do not wait, and the same by Open MPI. */
  public static final List<Point> NONBLOCKING =
      COLLECTIVES.stream()
          .flatMap(
              point ->
                  Stream.of(STARTED, UNCOVERED)
                      .map(form -> new Point(point.operation() + form, point.sizeBytes())))
          .toList();

  /**
   * One figure.
   *
   * @param operation its name
   * @param sizeBytes what it moves; of an allgather, what each rank gives
   */
  public record Point(String operation, long sizeBytes) {
    static Point parse(String text) {
      String[] words = text.split(":", -1);
      return new Point(words[0], Long.parseLong(words[1]));
    }

    String toArgument() {
      return operation + ":" + sizeBytes;
    }
  }

  /** Copies the list. */
  public NetworkPlan {
    points = List.copyOf(points);
  }

  /** The arguments back as a plan. */
  public static NetworkPlan parse(String[] arguments) {
    if (arguments.length < 3) {
      throw new IllegalArgumentException(
          "arguments are REPETITIONS REPETITION_NANOS OPERATION:BYTES ..., not "
              + Arrays.toString(arguments));
    }
    return new NetworkPlan(
        Integer.parseInt(arguments[0]),
        Long.parseLong(arguments[1]),
        Arrays.stream(arguments).skip(2).map(Point::parse).toList());
  }

  /** The plan as arguments of a program. */
  public List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(repetitions));
    arguments.add(Long.toString(repetitionNanos));
    points.forEach(point -> arguments.add(point.toArgument()));
    return arguments;
  }

  /**
   * Returns those of some points that a user wants.
   *
   * @param points all of a suite
   * @param options what the user says
   */
  public static List<Point> chosen(List<Point> points, SuiteOptions options) {
    return points.stream()
        .filter(
            one -> options.operations() == null || options.operations().contains(one.operation()))
        .filter(
            one ->
                options.sizesBytes() == null
                    || one.sizeBytes() <= Long.BYTES
                    || options.sizesBytes().contains(one.sizeBytes()))
        .toList();
  }

  long largestBytes() {
    return points.stream()
        .mapToLong(NetworkPlan::spanBytes)
        .reduce(WORDS * ROW_STRIDE_BYTES, Math::max);
  }

  /** From the first to the last byte that it touches at a rank; of an allgather, one rank's. */
  static long spanBytes(Point point) {
    return switch (point.operation()) {
      case "word-puts", "put-rows", "get-rows" -> WORDS * ROW_STRIDE_BYTES;
      default -> point.operation().contains(LIST) ? 2 * LIST_BYTES : point.sizeBytes();
    };
  }
}
