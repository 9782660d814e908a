package org.armci4j.benchmarks.collectives;

import static org.armci4j.collectives.Operation.ALLGATHER;
import static org.armci4j.collectives.Operation.ALLREDUCE;
import static org.armci4j.collectives.Operation.ALLTOALL;
import static org.armci4j.collectives.Operation.BARRIER;
import static org.armci4j.collectives.Operation.BROADCAST;
import static org.armci4j.collectives.Operation.REDUCE;
import static org.armci4j.collectives.Operation.REDUCE_SCATTER;
import static org.armci4j.collectives.Operation.SCAN;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.collectives.CollectivePoint.Kind;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Operation;

/** Lists the points of the suite, and chooses those that the user asks for. */
public final class CollectivePoints {
  /** The operations, in the order of the report. */
  public static final List<Operation> OPERATIONS =
      List.of(BARRIER, BROADCAST, REDUCE, ALLREDUCE, ALLGATHER, ALLTOALL, REDUCE_SCATTER, SCAN);

  private static final List<Long> SIZES =
      List.of(8L, 64L, 512L, 4L << 10, 32L << 10, 256L << 10, 2L << 20, 4L << 20);

  /** Operations whose calls are measured with fresh buffers too. */
  private static final List<Operation> FRESH = List.of(ALLREDUCE, ALLGATHER);

  private static final List<Long> FRESH_SIZES = List.of(4L << 10, 32L << 10, 256L << 10);

  private CollectivePoints() {}

  /** Returns the points of the options, all with a forced algorithm unless it is null. */
  static List<CollectivePoint> of(SuiteOptions options, String algorithm) {
    List<Long> sizes = options.sizesBytes() == null ? SIZES : options.sizesBytes();
    List<CollectivePoint> all = new ArrayList<>();
    for (Operation operation : OPERATIONS) {
      if (algorithm == null || exists(operation, algorithm)) {
        addTo(all, operation, algorithm, operation == BARRIER ? List.of(0L) : sizes);
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException("--algorithm: no operation has one named " + algorithm);
    }
    return options.operations() == null ? all : choose(all, options.operations());
  }

  /** Returns the blocking call of each point, and its nonblocking and persistent forms. */
  static List<CollectivePoint> nonblocking(SuiteOptions options, String algorithm) {
    return of(options, algorithm).stream()
        .filter(point -> !point.fresh())
        .flatMap(
            point ->
                Stream.of(Kind.LIBRARY, Kind.NONBLOCKING, Kind.OVERLAPPED, Kind.PERSISTENT)
                    .map(point::as))
        .toList();
  }

  private static boolean exists(Operation operation, String algorithm) {
    return Collectives.algorithms().stream()
        .anyMatch(one -> one.operation() == operation && one.name().equals(algorithm));
  }

  private static void addTo(
      List<CollectivePoint> all, Operation operation, String algorithm, List<Long> sizes) {
    for (long size : sizes) {
      CollectivePoint point = new CollectivePoint(operation, size, algorithm, Kind.LIBRARY, false);
      all.add(point);
      if (FRESH.contains(operation) && FRESH_SIZES.contains(size)) {
        all.add(point.withFreshBuffers());
      }
    }
  }

  /** Returns the points whose operation or whole name the user asked for. */
  private static List<CollectivePoint> choose(List<CollectivePoint> all, List<String> wanted) {
    List<CollectivePoint> chosen = new ArrayList<>();
    for (String name : wanted) {
      List<CollectivePoint> some =
          all.stream()
              .filter(one -> one.operation().label().equals(name) || one.name().equals(name))
              .toList();
      if (some.isEmpty()) {
        throw new IllegalArgumentException(
            Text.format(
                "--operations: no operation '%s'; there are: %s",
                name,
                String.join(", ", all.stream().map(CollectivePoint::name).distinct().toList())));
      }
      chosen.addAll(some);
    }
    return chosen;
  }
}
