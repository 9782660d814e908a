package org.armci4j.benchmarks.collectives;

import org.armci4j.Handle;

/**
 * Start, compute for as long as start and wait took, wait. What does not count is the computing, as
 * in the OSU micro-benchmarks (osu_iallreduce and so on): what is left is what it did not cover.
 */
final class OverlappedCalls implements PointCalls {
  private static final int CALIBRATIONS = 200;
  private static final long CALIBRATION_STEPS = 10_000;

  private final StartedCalls calls;
  private double stepNanos;
  private long computedNanos;

  /** Written, so that the computing is not left out. */
  private double value = 1;

  OverlappedCalls(StartedCalls calls) {
    this.calls = calls;
  }

  @Override
  public void perform(long count) {
    if (stepNanos == 0) {
      calibrate();
    }
    long steps = (long) (calls.nanosEach() / stepNanos);
    long computed = 0;
    for (long i = 0; i < count; i++) {
      Handle handle = calls.start();
      long begin = System.nanoTime();
      compute(steps);
      computed += System.nanoTime() - begin;
      handle.await();
    }
    computedNanos = computed;
  }

  @Override
  public long uncountedNanos() {
    return computedNanos;
  }

  /** The shortest of many, as other ranks may share the core. */
  private void calibrate() {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < CALIBRATIONS; i++) {
      long begin = System.nanoTime();
      compute(CALIBRATION_STEPS);
      shortest = Math.min(shortest, System.nanoTime() - begin);
    }
    stepNanos = (double) shortest / CALIBRATION_STEPS;
  }

  private void compute(long steps) {
    double sum = value;
    for (long i = 0; i < steps; i++) {
      sum = sum * 0.999 + 0.001;
    }
    value = sum;
  }
}
