package org.armci4j.transport.network.path;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;

/**
 * Decides how much of a long transfer to one rank each path carries (Vishnu, Koop, Moody, Mamidala,
 * Narravula, Panda: Topology agnostic hot-spot avoidance with InfiniBand, 2008, section 4.3:
 * "batch-based striping and sorting").
 *
 * <p>Each path has a weight; at first all are equal. A transfer goes over a batch of paths, the
 * heaviest that work. The lengths of its stripes are proportional to the weights, so that all end
 * together. The times of the stripes give the batch's paths new weights. The rate of a path is the
 * number of bytes that it carried in a nanosecond:
 *
 * <pre>w' = (1 - a) w + a W rate / (sum of the batch's rates)</pre>
 *
 * <p>Here a is {@link PathPlan#adaption}, and W the weight of the batch. W stays the same, and so
 * does the weight of all paths. The paper has w/t in place of the rate. Both agree where lengths
 * are proportional to weights, but a length is a whole number of units. A path whose weight falls
 * below that of a path outside the batch leaves the batch at the next transfer.
 *
 * <p>The batch takes the heaviest path of each rail, then the second one of each, and so on. Paths
 * of one rail share it. Two of them, alone in a batch, would seem as good as two rails. They would
 * keep their weights, and the transfers to that rail.
 *
 * <p>These rules alone never bring back a path that left the batch when other traffic crowded it.
 * So one transfer in {@link PathPlan#probeInterval} probes the path that has carried nothing for
 * the longest time, in place of the batch's lightest. The probe is a quarter of a fair part, but at
 * least a stripe of the least length. Its time tells whether the path deserves more. A path of the
 * batch whose part has become too short is probed much sooner, and after each failed probe half as
 * often. Most likely it was slow for a moment, or the other paths were fast for a moment after a
 * pause. A path that {@link #leave fails} keeps its weight for its return and is not probed before.
 *
 * <p>For one thread at a time.
 */
public final class PathWeights {
  /**
   * A probe's share of a fair part. A probe of a path sixteen times slower makes its transfer last
   * four times as long.
   */
  private static final double PROBE_PART = 0.25;

  /**
   * Share of the least length that a stripe must reach. Times vary from one transfer to the next,
   * and weights with them. If each path had to reach the whole length, two equal paths would seldom
   * share a transfer of just two stripes.
   */
  private static final double ENOUGH_OF_STRIPE = 0.75;

  /** Transfers without a path of the batch before its first probe. */
  private static final int FIRST_TRIAL = 4;

  private static final int NONE = -1;

  private final PathPlan plan;
  private final double[] weights;
  private final boolean[] left;
  private final long[] lastCarried;

  /** By path: transfers without it before it is probed, if it belongs to the batch. */
  private final int[] trialAfter;

  /** The paths, heaviest first; paths of equal weight keep their order. */
  private final int[] order;

  private final int[] batch;
  private final boolean[] picked;

  /** By rail: how many of its paths have been passed by. */
  private final int[] passed;

  private final double[] parts;
  private long transfers;
  private long probedAt;

  /**
   * Creates equal weights.
   *
   * @param plan the paths and their use
   */
  public PathWeights(PathPlan plan) {
    this.plan = plan;
    this.weights = new double[plan.paths()];
    this.left = new boolean[plan.paths()];
    this.lastCarried = new long[plan.paths()];
    this.trialAfter = new int[plan.paths()];
    this.order = new int[plan.paths()];
    this.batch = new int[plan.batch()];
    this.parts = new double[plan.batch()];
    this.picked = new boolean[plan.paths()];
    this.passed = new int[plan.rails()];
    Arrays.fill(weights, 1.0 / plan.paths());
    Arrays.fill(trialAfter, firstTrial());
    Arrays.setAll(order, path -> path);
  }

  private int firstTrial() {
    return Math.min(FIRST_TRIAL, plan.probeInterval());
  }

  /**
   * Cuts a transfer into stripes and chooses their paths. Together the stripes hold each byte once,
   * in the order of the bytes; the heaviest path has the first stripe.
   *
   * @param sizeBytes length of the transfer, at least 1
   * @param unitBytes stripes begin at multiples of this
   * @param stripes receives the stripes
   * @throws IllegalStateException when no path works
   */
  public void cut(long sizeBytes, long unitBytes, Stripes stripes) {
    transfers++;
    stripes.clear();
    int count = choose();
    long least = Math.max(plan.leastStripeBytes(), unitBytes);
    int probed = count > 1 && sizeBytes >= 2 * least ? forgotten() : NONE;
    if (probed == NONE) {
      divide(sizeBytes, unitBytes, least, count, stripes);
      return;
    }
    int others = without(probed, count);
    double part = PROBE_PART / (others + PROBE_PART);
    long probe = Math.max(least, (long) (sizeBytes * part));
    long begin = (sizeBytes - probe) / unitBytes * unitBytes;
    divide(begin, unitBytes, least, others, stripes);
    stripes.add(probed, begin, sizeBytes - begin);
    tried(probed);
  }

  private void tried(int path) {
    lastCarried[path] = transfers;
    if (picked[path]) {
      trialAfter[path] = Math.min(2 * trialAfter[path], plan.probeInterval());
    } else {
      probedAt = transfers;
    }
  }

  /**
   * Divides the first bytes of a transfer among the batch, without paths whose parts are too short.
   */
  private void divide(long sizeBytes, long unitBytes, long least, int chosen, Stripes stripes) {
    int count = Math.clamp(sizeBytes / least, 1, chosen);
    double whole = sum(parts, count);
    while (count > 1 && sizeBytes * (parts[count - 1] / whole) < ENOUGH_OF_STRIPE * least) {
      count--;
      whole -= parts[count];
    }
    double until = 0;
    long begin = 0;
    for (int i = 0; i < count; i++) {
      until += parts[i];
      long end =
          i == count - 1
              ? sizeBytes
              : Math.min(sizeBytes, (long) (sizeBytes * (until / whole)) / unitBytes * unitBytes);
      if (end > begin) {
        stripes.add(batch[i], begin, end - begin);
        lastCarried[batch[i]] = transfers;
        trialAfter[batch[i]] = firstTrial();
        begin = end;
      }
    }
  }

  /** Fills the batch, heaviest path first; returns the number of its paths. */
  private int choose() {
    pick();
    int count = 0;
    for (int path : order) {
      if (picked[path]) {
        batch[count] = path;
        parts[count] = weights[path];
        count++;
      }
    }
    if (count == 0) {
      throw new IllegalStateException(Text.format("none of %d paths works", order.length));
    }
    return count;
  }

  /** Picks the heaviest path of each rail, then the second one of each, until the batch is full. */
  private void pick() {
    Arrays.fill(picked, false);
    int room = Math.min(batch.length, working());
    for (int turn = 0; room > 0; turn++) {
      Arrays.fill(passed, 0);
      for (int i = 0; i < order.length && room > 0; i++) {
        int path = order[i];
        if (!left[path] && passed[path % passed.length]++ == turn) {
          picked[path] = true;
          room--;
        }
      }
    }
  }

  /**
   * Returns the path to probe now, which has carried nothing for the longest time, or {@link
   * #NONE}.
   */
  private int forgotten() {
    int oldest = NONE;
    for (int path : order) {
      if (!left[path]
          && isToBeTried(path)
          && (oldest == NONE || lastCarried[path] < lastCarried[oldest])) {
        oldest = path;
      }
    }
    return oldest;
  }

  private boolean isToBeTried(int path) {
    long silence = transfers - lastCarried[path];
    return picked[path]
        ? silence >= trialAfter[path]
        : Math.min(silence, transfers - probedAt) >= plan.probeInterval();
  }

  /**
   * Takes a path out of the batch; if it is not in it, takes out the lightest of its rail, or of
   * all.
   *
   * @return number of paths left
   */
  private int without(int path, int count) {
    int last = count - 1;
    for (int i = placeOf(path, count); i < last; i++) {
      batch[i] = batch[i + 1];
      parts[i] = parts[i + 1];
    }
    return last;
  }

  private int placeOf(int path, int count) {
    int rails = plan.rails();
    int place = count - 1;
    for (int i = 0; i < count; i++) {
      if (batch[i] == path) {
        return i;
      }
      place = batch[i] % rails == path % rails ? i : place;
    }
    return place;
  }

  /**
   * Updates the weights after all stripes of a transfer have ended. Stripes without a time change
   * nothing.
   *
   * @param stripes the stripes with their times
   */
  public void learn(Stripes stripes) {
    double weight = 0;
    double rates = 0;
    for (int i = 0; i < stripes.count(); i++) {
      if (isTimed(stripes, i)) {
        weight += weights[stripes.path(i)];
        rates += rate(stripes, i);
      }
    }
    for (int i = 0; i < stripes.count(); i++) {
      if (isTimed(stripes, i)) {
        int path = stripes.path(i);
        weights[path] =
            (1 - plan.adaption()) * weights[path]
                + plan.adaption() * weight * (rate(stripes, i) / rates);
      }
    }
    sort();
  }

  private static boolean isTimed(Stripes stripes, int stripe) {
    return stripes.nanos(stripe) != Stripes.UNTIMED;
  }

  private static double rate(Stripes stripes, int stripe) {
    return (double) stripes.lengthBytes(stripe) / stripes.nanos(stripe);
  }

  /** Sorts by insertion: there are few paths, and most are in their order. */
  private void sort() {
    for (int i = 1; i < order.length; i++) {
      int path = order[i];
      int at = i;
      while (at > 0 && weights[order[at - 1]] < weights[path]) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = path;
    }
  }

  /**
   * Notes that a path has failed: transfers go over the other paths.
   *
   * @param path the path
   */
  public void leave(int path) {
    left[path] = true;
  }

  /**
   * Notes that a path works again.
   *
   * @param path the path
   */
  public void takeUp(int path) {
    left[path] = false;
  }

  /**
   * Returns the heaviest of the paths that work.
   *
   * @throws IllegalStateException when no path works
   */
  public int heaviest() {
    for (int path : order) {
      if (!left[path]) {
        return path;
      }
    }
    throw new IllegalStateException(Text.format("none of %d paths works", order.length));
  }

  /** Returns the number of paths that work. */
  public int working() {
    int count = 0;
    for (boolean one : left) {
      count += one ? 0 : 1;
    }
    return count;
  }

  /**
   * Returns a path's weight.
   *
   * @param path the path
   * @return its part of the sum of all weights, which is 1
   */
  public double weight(int path) {
    return weights[path];
  }

  private static double sum(double[] values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum;
  }
}
