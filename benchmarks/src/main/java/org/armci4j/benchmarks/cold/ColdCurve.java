package org.armci4j.benchmarks.cold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the times of calls, batch by batch from the first call on, and derives start-up figures.
 *
 * <p>Batches end after 1, 10, 100, 1,000, 2,000, 5,000, 10,000 and 20,000 calls. Each later batch
 * is a tenth of all calls before it. That is fine enough to see calls get faster, and coarse enough
 * not to disturb them.
 */
final class ColdCurve {
  /** Number of first calls whose mean is a figure; a batch ends there. */
  static final long SOON = 1_000;

  /** The larger such number. */
  static final long LATER = 20_000;

  private static final long[] ENDS = {1, 10, 100, SOON, 2_000, 5_000, 10_000, LATER};
  private static final int GROWTH = 10;

  /** Times the settled time that a call may take to count as settled. */
  private static final double SETTLED = 1.25;

  /** Batches in a row whose median counts, as a machine's own disturbances are shorter. */
  private static final int SMOOTH = 5;

  /** Equal parts of the batches, of which the last counts as settled. */
  private static final int LAST_SHARE = 4;

  private record Batch(long calls, long nanos) {
    double perCall() {
      return nanos / (double) calls;
    }
  }

  private final List<Batch> batches = new ArrayList<>();
  private long calls;
  private long nanos;

  /** Returns how many calls the next batch has. */
  long nextBatch() {
    for (long end : ENDS) {
      if (calls < end) {
        return end - calls;
      }
    }
    return calls / GROWTH;
  }

  /** Adds a batch of {@code count} calls that took {@code took} nanoseconds. */
  void add(long count, long took) {
    batches.add(new Batch(count, took));
    calls += count;
    nanos += took;
  }

  /** Returns the time of all calls so far. */
  long totalNanos() {
    return nanos;
  }

  /** Returns whether there are enough batches for all figures. */
  boolean isLongEnough() {
    return calls >= LATER && batches.size() > LAST_SHARE * SMOOTH;
  }

  /** Returns the mean of the {@code first} first calls, which must be the end of a batch. */
  double meanNanos(long first) {
    long sum = 0;
    long count = 0;
    for (Batch batch : batches) {
      if (count == first) {
        break;
      }
      sum += batch.nanos();
      count += batch.calls();
    }
    return sum / (double) count;
  }

  /** Returns the time of a settled call: the median of the last batches. */
  double settledNanos() {
    return median(batches.size() - batches.size() / LAST_SHARE, batches.size());
  }

  /** Returns the time from the first call until calls take hardly longer than settled ones. */
  long settlingNanos() {
    double limit = SETTLED * settledNanos();
    long before = 0;
    for (int i = 0; i + SMOOTH <= batches.size(); i++) {
      if (median(i, i + SMOOTH) <= limit && batches.get(i).perCall() <= limit) {
        return before;
      }
      before += batches.get(i).nanos();
    }
    return before;
  }

  private double median(int from, int to) {
    double[] some = batches.subList(from, to).stream().mapToDouble(Batch::perCall).toArray();
    Arrays.sort(some);
    return some[some.length / 2];
  }
}
