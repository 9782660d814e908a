package org.armci4j.benchmarks.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.bootstrap.text.Text;

/**
 * Lists the measurements of one job; the arguments of every subject's program.
 *
 * @param repetitions number of repetitions of each point
 * @param repetitionNanos minimum time of each repetition
 * @param points the measured points
 */
public record NetworkPlan(int repetitions, long repetitionNanos, List<Point> points) {

  /** Length of all segments of a measured list together. */
  public static final long LIST_BYTES = 1 << 20;

  private static final String LIST = "-list";

  /** Number of words that are put one by one or as rows. */
  static final int WORDS = 4096;

  static final long ROW_STRIDE_BYTES = 2 * Long.BYTES;

  /** Collectives of all ranks, which Open MPI measures too. */
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

  /** The option of suites that measures {@link #NONBLOCKING}. */
  public static final String NONBLOCKING_OPTION = "--nonblocking";

  /** Help text of that option. */
  public static final String NONBLOCKING_USAGE =
      "Only collectives that do not wait, beside Open MPI's: start and wait (barrier-nb and so on),"
          + " and what of both is left where a rank computes in between for as long as they take"
          + " (barrier-nb-uncovered).";

  /** Nonblocking collectives, which Open MPI measures too. */
  public static final List<Point> NONBLOCKING =
      COLLECTIVES.stream()
          .flatMap(
              point ->
                  Stream.of(CollectivePoint.STARTED, CollectivePoint.UNCOVERED)
                      .map(form -> new Point(point.operation() + form, point.sizeBytes())))
          .toList();

  /**
   * One figure.
   *
   * @param operation its name
   * @param sizeBytes number of bytes that it moves; in an allgather, those of each rank
   */
  public record Point(String operation, long sizeBytes) {
    static Point parse(String text) {
      String[] words = text.split(":", -1);
      return new Point(words[0], Long.parseLong(words[1]));
    }

    String toArgument() {
      return operation + ":" + sizeBytes;
    }

    @Override
    public String toString() {
      return sizeBytes == 0 ? operation : Text.format("%s of %d B", operation, sizeBytes);
    }
  }

  /** Copies the list. */
  public NetworkPlan {
    points = List.copyOf(points);
  }

  /** Returns the plan of the arguments. */
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

  /** Returns the plan as arguments of a program. */
  public List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(repetitions));
    arguments.add(Long.toString(repetitionNanos));
    points.forEach(point -> arguments.add(point.toArgument()));
    return arguments;
  }

  /**
   * Returns the points that the user chooses. A choice of sizes keeps all points of up to 8 bytes.
   *
   * @param points all points of a suite
   * @param options the user's options
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

  /** Returns the largest span of bytes that a point touches at a rank. */
  static long largestBytes(List<Point> points) {
    return points.stream()
        .mapToLong(NetworkPlan::spanBytes)
        .reduce(WORDS * ROW_STRIDE_BYTES, Math::max);
  }

  /**
   * Returns the distance from the first to behind the last byte touched at a rank; for an
   * allgather, that of one rank's data.
   */
  static long spanBytes(Point point) {
    return switch (point.operation()) {
      case "word-puts", "put-rows", "get-rows" -> WORDS * ROW_STRIDE_BYTES;
      default -> point.operation().contains(LIST) ? 2 * LIST_BYTES : point.sizeBytes();
    };
  }
}
