package org.armci4j.benchmarks.cold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long calls took, batch by batch, from the first call on: what that says of starting up.
 *
 * <p>Batches are one call, then up to 10, 100, 1,000 and 20,000, and from there a tenth of what has
 * been before: fine enough to see when calls get faster, and few enough not to disturb.
 */
final class ColdCurve {
  /** Where a figure is asked for, a batch ends. */
  static final long SOON = 1_000;

  /** The same. */
  static final long LATER = 20_000;

  private static final long[] ENDS = {1, 10, 100, SOON, 2_000, 5_000, 10_000, LATER};
  private static final int GROWTH = 10;

  /** A call is as fast as it will be when it takes no longer than so many times the last ones. */
  private static final double SETTLED = 1.25;

  /** So many batches in a row count for one: a machine's own disturbances are shorter. */
  private static final int SMOOTH = 5;

  /** The share of batches at the end that are taken for settled. */
  private static final int LAST_SHARE = 4;

  private record Batch(long calls, long nanos) {
    double perCall() {
      return nanos / (double) calls;
    }
  }

  private final List<Batch> batches = new ArrayList<>();
  private long calls;
  private long nanos;

  /** How many calls come next. */
  long nextBatch() {
    for (long end : ENDS) {
      if (calls < end) {
        return end - calls;
      }
    }
    return calls / GROWTH;
  }

  /** How long they took. */
  void add(long count, long took) {
    batches.add(new Batch(count, took));
    calls += count;
    nanos += took;
  }

  /** The time of all calls so far. */
  long totalNanos() {
    return nanos;
  }

  /** Whether all figures are there. */
  boolean isLongEnough() {
    return calls >= LATER && batches.size() > LAST_SHARE * SMOOTH;
  }

  /** The mean of the first so many calls, one of the ends of batches. */
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

  /** A call at the end: the middle one of the last batches. */
  double settledNanos() {
    return median(batches.size() - batches.size() / LAST_SHARE, batches.size());
  }

  /** From the first call until they take hardly longer than at the end. */
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
