package org.armci4j.benchmarks.collectives;

import org.armci4j.Handle;
import org.armci4j.benchmarks.rank.Computation;

/**
 * Starts, computes for as long as start and wait took, then waits. The computing does not count, as
 * in the OSU micro-benchmarks (osu_iallreduce and so on): the time left is the uncovered part.
 */
final class OverlappedCalls implements PointCalls {
  private final StartedCalls calls;
  private final Computation computation = new Computation();
  private long computedNanos;

  OverlappedCalls(StartedCalls calls) {
    this.calls = calls;
  }

  @Override
  public void perform(long count) {
    long steps = computation.steps((double) calls.nanosEach());
    long computed = 0;
    for (long i = 0; i < count; i++) {
      Handle handle = calls.start();
      long begin = System.nanoTime();
      computation.run(steps);
      computed += System.nanoTime() - begin;
      handle.await();
    }
    computedNanos = computed;
  }

  @Override
  public long uncountedNanos() {
    return computedNanos;
  }
}
