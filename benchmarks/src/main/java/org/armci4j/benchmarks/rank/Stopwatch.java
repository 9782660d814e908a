package org.armci4j.benchmarks.rank;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.armci4j.benchmarks.report.CallTimes;
import org.armci4j.benchmarks.report.Measurement;

/**
 * Measures how long an operation takes. It warms up until the operation gets no faster, then
 * repeats. Each repetition is long enough to hide the clock's own cost.
 */
public final class Stopwatch {
  private static final int LARGEST_GROWTH = 10;

  /** Repetitions in a row without improvement that end the warm-up. */
  private static final int SETTLED_REPETITIONS = 10;

  /** The same of an operation that takes as long as many repetitions of others. */
  private static final int SETTLED_LONG_REPETITIONS = 2;

  private static final int LONG = 20;

  private static final int WARM_UP_LIMIT = 100;
  private static final double BETTER = 0.97;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final int repetitions;
  private final long repetitionNanos;
  private long leastCount = 1;
  private long repetitionBytes;
  private LongSupplier uncounted;

  /**
   * Creates a stopwatch.
   *
   * @param repetitions number of repetitions of each operation
   * @param repetitionNanos minimum time of each repetition
   */
  public Stopwatch(int repetitions, long repetitionNanos) {
    this.repetitions = repetitions;
    this.repetitionNanos = repetitionNanos;
  }

  /**
   * Sets how many operations are in a repetition at least; one if it is not set.
   *
   * @param count of operations
   * @return this stopwatch
   */
  public Stopwatch withLeast(long count) {
    leastCount = count;
    return this;
  }

  /**
   * The result of a measurement.
   *
   * @param sortedNanos times of one operation, one for each repetition, sorted
   * @param allocatedBytes bytes that one operation allocated on the heap
   * @param calls times of single operations; null if none were taken
   */
  public record Reading(double[] sortedNanos, double allocatedBytes, CallTimes calls) {
    /** Returns the same reading with times of single operations. */
    public Reading with(CallTimes times) {
      return new Reading(sortedNanos, allocatedBytes, times);
    }

    /**
     * Returns the reading for one part of an operation that consists of {@code parts} equal parts.
     */
    public Reading dividedBy(int parts) {
      double[] each = Arrays.stream(sortedNanos).map(nanos -> nanos / parts).toArray();
      CallTimes eachCall = calls == null ? null : calls.dividedBy(parts);
      return new Reading(each, allocatedBytes / parts, eachCall);
    }

    /** Returns the median repetition, in nanoseconds an operation. */
    public double median() {
      int n = sortedNanos.length;
      return (sortedNanos[(n - 1) / 2] + sortedNanos[n / 2]) / 2;
    }

    /** Returns the shortest repetition, in nanoseconds an operation. */
    public double min() {
      return sortedNanos[0];
    }

    /** Returns the repetition that nine tenths of all do not exceed. */
    public double p90() {
      return sortedNanos[(int) Math.ceil(Measurement.P90 * sortedNanos.length) - 1];
    }

    /** Returns the longest repetition, in nanoseconds an operation. */
    public double max() {
      return sortedNanos[sortedNanos.length - 1];
    }
  }

  /**
   * Measures an operation.
   *
   * @param announce receives the number of operations before each repetition; not timed
   * @param operation performs that number of operations
   */
  public Reading measure(LongConsumer announce, LongConsumer operation) {
    return measure(announce, operation, () -> 0);
  }

  /**
   * Measures an operation, less the time that does not count.
   *
   * @param announce receives the number of operations before each repetition; not timed
   * @param operation performs that number of operations
   * @param uncountedNanos supplies the part of the latest repetition's time that does not count
   */
  public Reading measure(
      LongConsumer announce, LongConsumer operation, LongSupplier uncountedNanos) {
    uncounted = uncountedNanos;
    long count = warmUp(announce, operation);
    double[] nanos = new double[repetitions];
    long allocatedBytes = 0;
    for (int i = 0; i < repetitions; i++) {
      nanos[i] = repetition(announce, operation, count) / (double) count;
      allocatedBytes += repetitionBytes;
    }
    Arrays.sort(nanos);
    return new Reading(nanos, allocatedBytes / ((double) count * repetitions), null);
  }

  /** Returns the repetition's time, and leaves its allocation in {@link #repetitionBytes}. */
  private long repetition(LongConsumer announce, LongConsumer operation, long count) {
    announce.accept(count);
    long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    operation.accept(count);
    long nanos = System.nanoTime() - start - uncounted.getAsLong();
    repetitionBytes = threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
    return nanos;
  }

  /** Returns how many operations make one repetition. */
  private long warmUp(LongConsumer announce, LongConsumer operation) {
    long count = leastCount;
    double best = Double.MAX_VALUE;
    int settled = 0;
    int enough = SETTLED_REPETITIONS;
    for (int i = 0; settled < enough && i < WARM_UP_LIMIT; i++) {
      long nanos = Math.max(1, repetition(announce, operation, count));
      double perOperation = nanos / (double) count;
      boolean better = perOperation < BETTER * best;
      best = Math.min(best, perOperation);
      enough =
          best > LONG * (double) repetitionNanos ? SETTLED_LONG_REPETITIONS : SETTLED_REPETITIONS;
      if (nanos < repetitionNanos) {
        count = Math.min(LARGEST_GROWTH * count, (long) (1.1 * repetitionNanos / best) + 1);
      }
      settled = better || nanos < repetitionNanos / 2 ? 0 : settled + 1;
    }
    return count;
  }
}
