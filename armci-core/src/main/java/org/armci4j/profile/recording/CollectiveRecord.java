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

  private final CollectiveKind kind;
  private final boolean counts;
  private final String startLabel;
  private final String waitLabel;
  private long calls;
  private long nanos;
  private long stride = 1;
  private long[] entries = new long[16];
  private long[] waits = new long[16];
  private long[] exits = new long[16];
  private int[] roots = new int[16];
  private int kept;

  /**
   * @param counts whether the calls are calls of the program, to be counted as collectives
   */
  CollectiveRecord(CollectiveKind kind, boolean counts) {
    this.kind = kind;
    this.counts = counts;
    this.startLabel = "start of " + kind.label();
    this.waitLabel = "wait for " + kind.label();
  }

  CollectiveKind kind() {
    return kind;
  }

  String label() {
    return kind.label();
  }

  /** Returns the name of the call that starts a nonblocking one. */
  String startLabel() {
    return startLabel;
  }

  /** Returns the name of a wait for a nonblocking one. */
  String waitLabel() {
    return waitLabel;
  }

  boolean counts() {
    return counts;
  }

  /**
   * Counts a call that begins, the only one until {@link #leave}; returns the time.
   *
   * @param root its root as a rank of the job; negative for none
   */
  long enter(int root) {
    long now = System.nanoTime();
    long _ = begin(root, now);
    return now;
  }

  /** Counts a call that begins, beside others that are under way; returns its number, from 0. */
  synchronized long begin(int root, long now) {
    if (calls % stride == 0) {
      if (kept == KEPT) {
        thin();
      }
      if (kept == entries.length) {
        entries = Arrays.copyOf(entries, 2 * kept);
        waits = Arrays.copyOf(waits, 2 * kept);
        exits = Arrays.copyOf(exits, 2 * kept);
        roots = Arrays.copyOf(roots, 2 * kept);
      }
      entries[kept] = now;
      waits[kept] = now;
      exits[kept] = now;
      roots[kept++] = root;
    }
    return calls++;
  }

  /** Drops every second time; the call that is being counted is one of those that stay. */
  private void thin() {
    kept /= 2;
    for (int i = 0; i < kept; i++) {
      entries[i] = entries[2 * i];
      waits[i] = waits[2 * i];
      exits[i] = exits[2 * i];
      roots[i] = roots[2 * i];
    }
    stride *= 2;
  }

  /** Returns where a call is among those that are kept, or −1. */
  private int index(long call) {
    return call % stride == 0 && call / stride < kept ? (int) (call / stride) : -1;
  }

  /** Ends the latest call; returns its number. */
  synchronized long leave(long now, long tookNanos) {
    nanos += tookNanos;
    long call = calls - 1;
    int at = index(call);
    if (at >= 0) {
      exits[at] = now;
    }
    return call;
  }

  /** Ends a call of {@link #begin}, for which nobody has waited yet. */
  synchronized void complete(long call, long now) {
    int at = index(call);
    if (at >= 0) {
      waits[at] = now;
      exits[at] = now;
    }
  }

  /** Adds the time of a start or a wait of a call of {@link #begin}. */
  synchronized void add(long tookNanos) {
    nanos += tookNanos;
  }

  /** Tells since when a thread has waited for a call, which may have ended since. */
  synchronized void waited(long call, long since) {
    int at = index(call);
    if (at >= 0 && since - exits[at] < 0) {
      waits[at] = since;
    }
  }

  synchronized CollectiveProfile profile() {
    return new CollectiveProfile(
        kind,
        calls,
        nanos,
        stride,
        Arrays.copyOf(entries, kept),
        Arrays.copyOf(waits, kept),
        Arrays.copyOf(exits, kept),
        Arrays.copyOf(roots, kept));
  }
}
