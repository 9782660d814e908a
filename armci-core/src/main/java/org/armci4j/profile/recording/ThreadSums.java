package org.armci4j.profile.recording;

import java.util.concurrent.atomic.AtomicLongArray;
import org.armci4j.profile.Counters;

/**
 * Sums of what threads have done: the numbers of {@link Counters}, then the nanoseconds of each
 * activity, then those of each activity by the rank that was waited for. Any thread may read.
 */
final class ThreadSums {
  private static final int ACTIVITIES = Activity.values().length;

  private final AtomicLongArray cells;
  private final int counters;
  private final int ranks;

  /** Whether several threads add to it. */
  private final boolean shared;

  ThreadSums(int ranks, boolean shared) {
    this.counters = Counters.length(ranks);
    this.ranks = ranks;
    this.cells = new AtomicLongArray(counters + ACTIVITIES * (1 + ranks));
    this.shared = shared;
  }

  /** Adds to one of the numbers of {@link Counters}. */
  void count(int number, long more) {
    if (shared) {
      cells.getAndAdd(number, more);
    } else {
      cells.setOpaque(number, cells.getPlain(number) + more); // the thread's own: nobody else adds
    }
  }

  void addCollective() {
    count(counters - 1, 1);
  }

  /**
   * Adds time.
   *
   * @param peer the rank that was waited for; negative if there is none or it is not known
   */
  void addNanos(Activity activity, int peer, long nanos) {
    count(counters + activity.index(), nanos);
    if (peer >= 0 && activity.isWait()) {
      count(counters + ACTIVITIES + activity.index() * ranks + peer, nanos);
    }
  }

  /** Adds all numbers of {@link Counters} to those in {@code into}. */
  void addCountersTo(long[] into) {
    addTo(into, 0);
  }

  /** Adds the nanoseconds of each activity to those in {@code into}. */
  void addNanosTo(long[] into) {
    addTo(into, counters);
  }

  /**
   * Adds the nanoseconds of each activity and rank that was waited for to those in {@code into}.
   */
  void addWaitedForTo(long[] into) {
    addTo(into, counters + ACTIVITIES);
  }

  private void addTo(long[] into, int first) {
    for (int i = 0; i < into.length; i++) {
      into[i] += cells.getOpaque(first + i);
    }
  }
}
