package org.armci4j.profile.recording;

import java.util.Arrays;

/**
 * Calls of one kind of collective in one group: their number, their time, and when this rank came
 * to them and left. Keeps the times of up to {@value #KEPT} calls, spread evenly: when there is no
 * more room, every second one is dropped, and of later calls only every second one is kept. All
 * members keep the same calls, as all make the same ones.
 */
public final class CollectiveRecord {
  private static final int KEPT = 1024;

  private final int group;
  private final int members;
  private final String label;
  private final CollectiveFlow flow;
  private final int place;
  private final boolean counts;
  private long calls;
  private long nanos;
  private long stride = 1;
  private long[] entries = new long[16];
  private long[] exits = new long[16];
  private int[] roots = new int[16];
  private int kept;

  /** Whether the call under way is one of those that are kept. */
  private boolean keepsThis;

  /**
   * @param members the group's size
   * @param place this rank's place in the group
   * @param counts whether the calls are calls of the program, to be counted as collectives
   */
  CollectiveRecord(
      int group, int members, String label, CollectiveFlow flow, int place, boolean counts) {
    this.group = group;
    this.members = members;
    this.label = label;
    this.flow = flow;
    this.place = place;
    this.counts = counts;
  }

  String label() {
    return label;
  }

  boolean counts() {
    return counts;
  }

  /**
   * Counts a call that begins; returns the time.
   *
   * @param root its root as a rank of the job; negative for none
   */
  synchronized long enter(int root) {
    long now = System.nanoTime();
    keepsThis = calls % stride == 0;
    if (keepsThis) {
      if (kept == KEPT) {
        thin();
      }
      if (kept == entries.length) {
        entries = Arrays.copyOf(entries, 2 * kept);
        exits = Arrays.copyOf(exits, 2 * kept);
        roots = Arrays.copyOf(roots, 2 * kept);
      }
      entries[kept] = now;
      exits[kept] = now;
      roots[kept++] = root;
    }
    calls++;
    return now;
  }

  /** Drops every second time; the call that is being counted is one of those that stay. */
  private void thin() {
    kept /= 2;
    for (int i = 0; i < kept; i++) {
      entries[i] = entries[2 * i];
      exits[i] = exits[2 * i];
      roots[i] = roots[2 * i];
    }
    stride *= 2;
  }

  /** Ends the call under way. */
  synchronized void leave(long now, long tookNanos) {
    nanos += tookNanos;
    if (keepsThis) {
      exits[kept - 1] = now;
    }
  }

  synchronized CollectiveProfile profile() {
    return new CollectiveProfile(
        group,
        members,
        label,
        flow,
        place,
        calls,
        nanos,
        stride,
        Arrays.copyOf(entries, kept),
        Arrays.copyOf(exits, kept),
        Arrays.copyOf(roots, kept));
  }
}
