package org.armci4j.benchmarks.verbs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the ranks of one job measure; the arguments of every subject's program.
 *
 * @param repetitions how many times each point is measured
 * @param repetitionNanos how long each repetition takes at least
 * @param points what is measured
 */
record VerbsPlan(int repetitions, long repetitionNanos, List<Point> points) {

  /** Between two ranks, and the same by perftest. */
  static final List<Point> DEVICE =
      List.of(
          new Point("put-latency", 8),
          new Point("get-latency", 8),
          new Point("fetch-add", 8),
          new Point("put-bandwidth", 64 << 10),
          new Point("put-bandwidth", 1 << 20),
          new Point("get-bandwidth", 64 << 10),
          new Point("get-bandwidth", 1 << 20));

  /** How much the segments of a measured list hold together. */
  static final long LIST_BYTES = 1 << 20;

  private static final String LIST = "-list";

  /** Lists whose segments are so long, and are their length apart at both ranks. */
  static final List<Point> LISTS =
      Stream.of("put-list", "put-list-busy", "get-list", "get-list-busy")
          .flatMap(
              operation ->
                  Stream.of(8, 64, 512, 2 << 10, 8 << 10, 64 << 10)
                      .map(sizeBytes -> new Point(operation, sizeBytes)))
          .toList();

  /** Among all ranks, and the same by Open MPI. */
  static final List<Point> COLLECTIVES =
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

  /**
   * One figure.
   *
   * @param operation its name
   * @param sizeBytes what it moves; of an allgather, what each rank gives
   */
  record Point(String operation, long sizeBytes) {
    static Point parse(String text) {
      String[] words = text.split(":", -1);
      return new Point(words[0], Long.parseLong(words[1]));
    }

    String toArgument() {
      return operation + ":" + sizeBytes;
    }
  }

  /** Copies the list. */
  VerbsPlan {
    points = List.copyOf(points);
  }

  /** The arguments back as a plan. */
  static VerbsPlan parse(String[] arguments) {
    if (arguments.length < 3) {
      throw new IllegalArgumentException(
          "arguments are REPETITIONS REPETITION_NANOS OPERATION:BYTES ..., not "
              + Arrays.toString(arguments));
    }
    return new VerbsPlan(
        Integer.parseInt(arguments[0]),
        Long.parseLong(arguments[1]),
        Arrays.stream(arguments).skip(2).map(Point::parse).toList());
  }

  /** The plan as arguments of a program. */
  List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(repetitions));
    arguments.add(Long.toString(repetitionNanos));
    points.forEach(point -> arguments.add(point.toArgument()));
    return arguments;
  }

  long largestBytes() {
    return points.stream().mapToLong(VerbsPlan::spanBytes).max().orElse(Long.BYTES);
  }

  private static long spanBytes(Point point) {
    return point.operation().contains(LIST) ? 2 * LIST_BYTES : point.sizeBytes();
  }
}
