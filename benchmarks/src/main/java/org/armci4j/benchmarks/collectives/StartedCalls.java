package org.armci4j.benchmarks.collectives;

import org.armci4j.Handle;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Reduction;

/** Starts nonblocking collectives, each followed by its wait. */
final class StartedCalls implements PointCalls {
  private static final int ROOT = 0;

  private final CollectivePoint point;
  private final CollectiveCalls<Handle> calls;
  private final PointBuffers buffers;
  private long nanosEach;

  StartedCalls(CollectivePoint point, CollectiveCalls<Handle> calls, PointBuffers buffers) {
    this.point = point;
    this.calls = calls;
    this.buffers = buffers;
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

  /** Makes the call of a point once: starts it, or plans it. */
  static <R> R call(CollectivePoint point, CollectiveCalls<R> calls, PointBuffers buffers) {
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
