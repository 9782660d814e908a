package org.armci4j.profile.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.armci4j.profile.Counters;
import org.armci4j.profile.OperationKind;

/**
 * Sums of what threads have done: operations and bytes by peer and kind, collectives, nanoseconds
 * of each activity, those of each activity by the rank that was waited for, and those that are
 * estimated. Any thread may read.
 */
final class ThreadSums {
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int KINDS = OperationKind.values().length;
  private static final int ACTIVITIES = Activity.values().length;

  /**
   * Operations and bytes of one peer and kind are neighbours, so that a count is one cache line.
   */
  private final long[] cells;

  private final int collectives;
  private final int activities;
  private final int estimates;
  private final int ranks;

  /** Whether several threads add to it. */
  private final boolean shared;

  ThreadSums(int ranks, boolean shared) {
    this.collectives = 2 * KINDS * ranks;
    this.activities = collectives + 1;
    this.ranks = ranks;
    this.estimates = activities + ACTIVITIES * (1 + ranks);
    this.cells = new long[estimates + ACTIVITIES];
    this.shared = shared;
  }

  /** Returns the numbers of the only thread that adds, for {@link #count}; null if several do. */
  long[] own() {
    return shared ? null : cells;
  }

  /**
   * Counts an operation among the numbers of one thread. A class method, as a short transfer takes
   * no longer than a few loads that depend on each other.
   */
  static void count(long[] own, OperationKind kind, int peer, long bytes) {
    int cell = cell(kind, peer);
    CELLS.setOpaque(own, cell, own[cell] + 1);
    CELLS.setOpaque(own, cell + 1, own[cell + 1] + bytes);
  }

  /** Counts an operation of any thread. */
  void count(OperationKind kind, int peer, long bytes) {
    int cell = cell(kind, peer);
    add(cell, 1);
    add(cell + 1, bytes);
  }

  private static int cell(OperationKind kind, int peer) {
    return 2 * (peer * KINDS + kind.index());
  }

  private void add(int cell, long more) {
    if (shared) {
      long _ = (long) CELLS.getAndAdd(cells, cell, more);
    } else {
      CELLS.setOpaque(cells, cell, cells[cell] + more); // the thread's own: nobody else adds
    }
  }

  void addCollective() {
    add(collectives, 1);
  }

  /**
   * Adds time.
   *
   * @param peer the rank that was waited for; negative if there is none or it is not known
   * @param isEstimate whether some of the calls that took the time were not timed
   */
  void addNanos(Activity activity, int peer, long nanos, boolean isEstimate) {
    add(activities + activity.index(), nanos);
    if (isEstimate) {
      add(estimates + activity.index(), nanos);
    }
    if (peer >= 0 && activity.isWait()) {
      add(activities + ACTIVITIES + activity.index() * ranks + peer, nanos);
    }
  }

  /** Adds all numbers of {@link Counters} to those in {@code into}. */
  void addCountersTo(long[] into) {
    for (OperationKind kind : OperationKind.values()) {
      for (int peer = 0; peer < ranks; peer++) {
        int number = kind.index() * ranks + peer;
        into[number] += get(cell(kind, peer));
        into[KINDS * ranks + number] += get(cell(kind, peer) + 1);
      }
    }
    into[into.length - 1] += get(collectives);
  }

  /** Adds the nanoseconds of each activity to those in {@code into}. */
  void addNanosTo(long[] into) {
    addTo(into, activities);
  }

  /**
   * Adds the nanoseconds of each activity and rank that was waited for to those in {@code into}.
   */
  void addWaitedForTo(long[] into) {
    addTo(into, activities + ACTIVITIES);
  }

  /** Adds how much of the nanoseconds of each activity is estimated to those in {@code into}. */
  void addEstimatesTo(long[] into) {
    addTo(into, estimates);
  }

  private void addTo(long[] into, int first) {
    for (int i = 0; i < into.length; i++) {
      into[i] += get(first + i);
    }
  }

  private long get(int cell) {
    return (long) CELLS.getOpaque(cells, cell);
  }
}
