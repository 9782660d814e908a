package org.armci4j.benchmarks.rank;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Measures how long an operation takes: warms up until it gets no faster, then repeats, each
 * repetition long enough for the clock's own cost to vanish in it.
 */
public final class Stopwatch {
  private static final int LARGEST_GROWTH = 10;

  /** The warm-up ends when so many repetitions in a row were no better than those before. */
  private static final int SETTLED_REPETITIONS = 10;

  private static final int WARM_UP_LIMIT = 100;
  private static final double BETTER = 0.97;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final int repetitions;
  private final long repetitionNanos;
  private long repetitionBytes;
  private LongSupplier uncounted;

  /**
   * A stopwatch.
   *
   * @param repetitions how many times each operation is measured
   * @param repetitionNanos how long each repetition takes at least
   */
  public Stopwatch(int repetitions, long repetitionNanos) {
    this.repetitions = repetitions;
    this.repetitionNanos = repetitionNanos;
  }

  /**
   * What was measured.
   *
   * @param sortedNanos of one operation, by repetition, sorted
   * @param allocatedBytes that one operation put on the heap
   */
  public record Reading(double[] sortedNanos, double allocatedBytes) {
    /** Returns the reading of one of so many parts of each operation. */
    public Reading dividedBy(int parts) {
      double[] each = Arrays.stream(sortedNanos).map(nanos -> nanos / parts).toArray();
      return new Reading(each, allocatedBytes / parts);
    }

    /** The middle repetition, in nanoseconds an operation. */
    public double median() {
      int n = sortedNanos.length;
      return (sortedNanos[(n - 1) / 2] + sortedNanos[n / 2]) / 2;
    }

    /** The shortest repetition, in nanoseconds an operation. */
    public double min() {
      return sortedNanos[0];
    }

    /** The longest repetition, in nanoseconds an operation. */
    public double max() {
      return sortedNanos[sortedNanos.length - 1];
    }
  }

  /**
   * Measures.
   *
   * @param announce called before each repetition with the number of operations, outside its time
   * @param operation performs so many operations
   */
  public Reading measure(LongConsumer announce, LongConsumer operation) {
    return measure(announce, operation, () -> 0);
  }

  /**
   * Measures.
   *
   * @param announce called before each repetition with the number of operations, outside its time
   * @param operation performs so many operations
   * @param uncountedNanos how long the latest repetition took that does not count
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
    return new Reading(nanos, allocatedBytes / ((double) count * repetitions));
  }

  /** Returns how long it took, and leaves in {@link #repetitionBytes} what it allocated. */
  private long repetition(LongConsumer announce, LongConsumer operation, long count) {
    announce.accept(count);
    long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    operation.accept(count);
    long nanos = System.nanoTime() - start - uncounted.getAsLong();
    repetitionBytes = threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
    return nanos;
  }

  /** Returns how many operations make a repetition. */
  private long warmUp(LongConsumer announce, LongConsumer operation) {
    long count = 1;
    double best = Double.MAX_VALUE;
    int settled = 0;
    for (int i = 0; settled < SETTLED_REPETITIONS && i < WARM_UP_LIMIT; i++) {
      long nanos = Math.max(1, repetition(announce, operation, count));
      double perOperation = nanos / (double) count;
      boolean better = perOperation < BETTER * best;
      best = Math.min(best, perOperation);
      if (nanos < repetitionNanos) {
        count = Math.min(LARGEST_GROWTH * count, (long) (1.1 * repetitionNanos / best) + 1);
      }
      settled = better || nanos < repetitionNanos / 2 ? 0 : settled + 1;
    }
    return count;
  }
}
