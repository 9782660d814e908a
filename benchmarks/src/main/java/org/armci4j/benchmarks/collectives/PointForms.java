package org.armci4j.benchmarks.collectives;

import java.util.HashMap;
import java.util.Map;
import org.armci4j.benchmarks.collectives.CollectivePoint.Kind;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.PersistentCollective;

/** Makes the calls of points in all forms. An overlapped point follows its nonblocking one. */
public final class PointForms {
  private final Collectives collectives;
  private final Map<CollectivePoint, StartedCalls> started = new HashMap<>();

  /**
   * Prepares the calls.
   *
   * @param collectives the collectives; a point's algorithm is forced if it names one
   */
  public PointForms(Collectives collectives) {
    this.collectives = collectives;
  }

  /**
   * Returns the calls of a point.
   *
   * @param point the point
   * @param buffers buffers of these calls alone
   */
  public PointCalls of(CollectivePoint point, PointBuffers buffers) {
    return switch (point.kind()) {
      case LIBRARY -> new LibraryCalls(point, collectives, buffers);
      case NONBLOCKING -> started(point, buffers);
      case OVERLAPPED -> new OverlappedCalls(started(point.as(Kind.NONBLOCKING), buffers));
      case PERSISTENT ->
          new PlannedCalls(
              StartedCalls.call(point, point.using(collectives).persistent(), buffers));
    };
  }

  private StartedCalls started(CollectivePoint point, PointBuffers buffers) {
    return started.computeIfAbsent(
        point, one -> new StartedCalls(one, one.using(collectives).nonblocking(), buffers));
  }

  /** Starts one persistent collective again and again. */
  private record PlannedCalls(PersistentCollective planned) implements PointCalls {
    @Override
    public void perform(long count) {
      for (long i = 0; i < count; i++) {
        planned.start().await();
      }
    }
  }
}
