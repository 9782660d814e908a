package org.armci4j.benchmarks.rank;

/** Computes in registers for a given time, while communication is under way. */
public final class Computation {
  private static final int CALIBRATIONS = 200;
  private static final long CALIBRATION_STEPS = 10_000;

  private double stepNanos;

  /** Last result; storing it keeps the JIT compiler from removing the loop. */
  private double value = 1;

  /** Creates a computation, not yet calibrated. */
  public Computation() {}

  /**
   * Returns how many steps take a given time on an undisturbed core.
   *
   * @param nanos the time
   * @return the argument for {@link #run}
   */
  public long steps(double nanos) {
    if (stepNanos == 0) {
      calibrate();
    }
    return (long) (nanos / stepNanos);
  }

  /** Measures the time of a step: the shortest of many trials, as others may share the core. */
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
   * Computes a number of steps.
   *
   * @param steps the number
   */
  public void run(long steps) {
    double sum = value;
    for (long i = 0; i < steps; i++) {
      sum = sum * 0.999 + 0.001;
    }
    value = sum;
  }
}
