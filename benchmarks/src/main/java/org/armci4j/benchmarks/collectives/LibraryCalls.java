package org.armci4j.benchmarks.collectives;

import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Makes the blocking calls of a point. Each operation has its own loop, so that the JIT compiles
 * each by itself.
 */
public final class LibraryCalls implements PointCalls {
  private static final int ROOT = 0;

  private final CollectivePoint point;
  private final Collectives collectives;
  private final PointBuffers buffers;

  /**
   * Prepares the calls.
   *
   * @param point the point
   * @param all the collectives; the point's algorithm is forced if it names one
   * @param buffers buffers of these calls alone
   */
  public LibraryCalls(CollectivePoint point, Collectives all, PointBuffers buffers) {
    this.point = point;
    this.collectives = point.using(all);
    this.buffers = buffers;
  }

  @Override
  public boolean isTimedSingly() {
    return !point.fresh();
  }

  @Override
  public void perform(long count) {
    switch (point.operation()) {
      case BARRIER -> barrier(count);
      case BROADCAST -> broadcast(count);
      case REDUCE -> reduce(count);
      case ALLREDUCE -> allreduce(count);
      case ALLGATHER -> allgather(count);
      case ALLTOALL -> alltoall(count);
      case REDUCE_SCATTER -> reduceScatter(count);
      case SCAN -> scan(count);
      default -> throw new IllegalArgumentException("not measured: " + point.operation());
    }
  }

  private void barrier(long count) {
    for (long i = 0; i < count; i++) {
      collectives.barrier();
    }
  }

  private void broadcast(long count) {
    for (long i = 0; i < count; i++) {
      collectives.broadcast(buffers.source(), ROOT);
      buffers.next();
    }
  }

  private void reduce(long count) {
    for (long i = 0; i < count; i++) {
      collectives.reduce(buffers.source(), buffers.destination(), Reduction.SUM, ROOT);
      buffers.next();
    }
  }

  private void allreduce(long count) {
    for (long i = 0; i < count; i++) {
      collectives.allreduce(buffers.source(), buffers.destination(), Reduction.SUM);
      buffers.next();
    }
  }

  private void allgather(long count) {
    for (long i = 0; i < count; i++) {
      collectives.allgather(buffers.source(), buffers.destination());
      buffers.next();
    }
  }

  private void alltoall(long count) {
    for (long i = 0; i < count; i++) {
      collectives.alltoall(buffers.source(), buffers.destination());
      buffers.next();
    }
  }

  private void reduceScatter(long count) {
    for (long i = 0; i < count; i++) {
      collectives.reduceScatter(buffers.source(), buffers.destination(), Reduction.SUM);
      buffers.next();
    }
  }

  private void scan(long count) {
    for (long i = 0; i < count; i++) {
      collectives.scan(buffers.source(), buffers.destination(), Reduction.SUM);
      buffers.next();
    }
  }
}
