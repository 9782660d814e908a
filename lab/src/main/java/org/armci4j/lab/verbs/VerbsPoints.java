package org.armci4j.lab.verbs;

import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.network.NetworkPlan.Point;

/** Lists the points between two ranks. */
public final class VerbsPoints {
  /** Points that perftest measures too. */
  public static final List<Point> DEVICE =
      List.of(
          new Point("put-latency", 8),
          new Point("get-latency", 8),
          new Point("fetch-add", 8),
          new Point("put-bandwidth", 64 << 10),
          new Point("put-bandwidth", 1 << 20),
          new Point("get-bandwidth", 64 << 10),
          new Point("get-bandwidth", 1 << 20));

  /** Lists of segments of these sizes, with gaps of the same length at both ranks. */
  static final List<Point> LISTS =
      Stream.of("put-list", "put-list-busy", "get-list", "get-list-busy")
          .flatMap(
              operation ->
                  Stream.of(8, 64, 512, 2 << 10, 8 << 10, 64 << 10)
                      .map(sizeBytes -> new Point(operation, sizeBytes)))
          .toList();

  private VerbsPoints() {}
}
