package org.armci4j.benchmarks.collectives;

import java.util.HashMap;
import java.util.Map;
import org.armci4j.Handle;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.PersistentCollective;
import org.armci4j.collectives.Reduction;

/** Starts nonblocking collectives, each followed by its wait. */
final class StartedCalls implements PointCalls {
  private static final int ROOT = 0;

  private final CollectivePoint point;
  private final CollectiveCalls<Handle> calls;
  private final PointBuffers buffers;
  private long nanosEach;

  private StartedCalls(CollectivePoint point, CollectiveCalls<Handle> calls, PointBuffers buffers) {
    this.point = point;
    this.calls = calls;
    this.buffers = buffers;
  }

  /** Makes the calls of points. An overlapped point must come after its nonblocking one. */
  static final class Forms {
    private final Collectives collectives;
    private final Map<CollectivePoint, StartedCalls> started = new HashMap<>();

    Forms(Collectives collectives) {
      this.collectives = collectives;
    }

    PointCalls of(CollectivePoint point, PointBuffers buffers) {
      String algorithm = point.algorithm();
      Collectives some =
          algorithm == null ? collectives : collectives.using(point.operation(), algorithm);
      return switch (point.kind()) {
        case NONBLOCKING -> {
          StartedCalls calls = new StartedCalls(point, some.nonblocking(), buffers);
          started.put(point, calls);
          yield calls;
        }
        case OVERLAPPED ->
            new OverlappedCalls(started.get(point.as(CollectivePoint.Kind.NONBLOCKING)));
        default -> new PlannedCalls(call(point, some.persistent(), buffers));
      };
    }
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

  @Override
  public void perform(long count) {
    long start = System.nanoTime();
    for (long i = 0; i < count; i++) {
      start().await();
    }
    nanosEach = (System.nanoTime() - start) / count;
  }

  /** Returns the mean time of start and wait in the latest {@link #perform}. */
  long nanosEach() {
    return nanosEach;
  }

  Handle start() {
    return call(point, calls, buffers);
  }

  private static <R> R call(CollectivePoint point, CollectiveCalls<R> calls, PointBuffers buffers) {
    return switch (point.operation()) {
      case BARRIER -> calls.barrier();
      case BROADCAST -> calls.broadcast(buffers.source(), ROOT);
      case REDUCE -> calls.reduce(buffers.source(), buffers.destination(), Reduction.SUM, ROOT);
      case ALLREDUCE -> calls.allreduce(buffers.source(), buffers.destination(), Reduction.SUM);
      case ALLGATHER -> calls.allgather(buffers.source(), buffers.destination());
      case ALLTOALL -> calls.alltoall(buffers.source(), buffers.destination());
      case REDUCE_SCATTER ->
          calls.reduceScatter(buffers.source(), buffers.destination(), Reduction.SUM);
      case SCAN -> calls.scan(buffers.source(), buffers.destination(), Reduction.SUM);
      default -> throw new IllegalArgumentException("not measured: " + point.operation());
    };
  }
}
