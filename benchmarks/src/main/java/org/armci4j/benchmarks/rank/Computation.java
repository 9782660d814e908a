package org.armci4j.benchmarks.rank;

/** Arithmetic in registers, to compute while something else is under way. */
public final class Computation {
  private static final int CALIBRATIONS = 200;
  private static final long CALIBRATION_STEPS = 10_000;

  private double stepNanos;

  /** Written, so that the computing is not left out. */
  private double value = 1;

  /** Nothing computed yet. */
  public Computation() {}

  /**
   * How many steps take so long where nothing disturbs them.
   *
   * @param nanos how long
   * @return for {@link #run}
   */
  public long steps(double nanos) {
    if (stepNanos == 0) {
      calibrate();
    }
    return (long) (nanos / stepNanos);
  }

  /** The shortest of many, as others may share the core. */
  private void calibrate() {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < CALIBRATIONS; i++) {
      long begin = System.nanoTime();
      run(CALIBRATION_STEPS);
      shortest = Math.min(shortest, System.nanoTime() - begin);
    }
    stepNanos = (double) shortest / CALIBRATION_STEPS;
  }

  /**
   * Computes.
   *
   * @param steps how much
   */
  public void run(long steps) {
    double sum = value;
    for (long i = 0; i < steps; i++) {
      sum = sum * 0.999 + 0.001;
    }
    value = sum;
  }
}
