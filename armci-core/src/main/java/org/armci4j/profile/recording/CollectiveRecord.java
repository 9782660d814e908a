package org.armci4j.profile.recording;

import java.util.Arrays;

/**
 * Calls of one kind of collective in one group: their number, their time, and when this rank came
 * to them. Keeps the times of up to {@value #KEPT} calls, spread evenly: when there is no more
 * room, every second one is dropped, and of later calls only every second one is kept. All members
 * keep the same calls, as all make the same ones.
 */
public final class CollectiveRecord {
  private static final int KEPT = 1024;

  private final int group;
  private final String label;
  private final boolean counts;
  private long calls;
  private long nanos;
  private long stride = 1;
  private long[] entries = new long[16];
  private int kept;

  /**
   * @param counts whether the calls are calls of the program, to be counted as collectives
   */
  CollectiveRecord(int group, String label, boolean counts) {
    this.group = group;
    this.label = label;
    this.counts = counts;
  }

  String label() {
    return label;
  }

  boolean counts() {
    return counts;
  }

  /** Counts a call that begins; returns the time. */
  synchronized long enter() {
    long now = System.nanoTime();
    if (calls % stride == 0) {
      if (kept == KEPT) {
        thin();
      }
      if (kept == entries.length) {
        entries = Arrays.copyOf(entries, 2 * kept);
      }
      entries[kept++] = now;
    }
    calls++;
    return now;
  }

  /** Drops every second time; the call that is being counted is one of those that stay. */
  private void thin() {
    kept /= 2;
    for (int i = 0; i < kept; i++) {
      entries[i] = entries[2 * i];
    }
    stride *= 2;
  }

  synchronized void leave(long tookNanos) {
    nanos += tookNanos;
  }

  synchronized CollectiveProfile profile() {
    return new CollectiveProfile(group, label, calls, nanos, stride, Arrays.copyOf(entries, kept));
  }
}
