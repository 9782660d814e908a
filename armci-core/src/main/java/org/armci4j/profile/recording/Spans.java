package org.armci4j.profile.recording;

/** Keeps the latest operations, waits and collectives of a thread, each with its time. */
final class Spans {
  private final String thread;
  private final String[] names;
  private final int[] peers;
  private final long[] bytes;
  private final long[] starts;
  private final long[] nanos;
  private long added;

  /**
   * @param thread the thread's name
   * @param most how many are kept
   */
  Spans(String thread, int most) {
    this.thread = thread;
    this.names = new String[most];
    this.peers = new int[most];
    this.bytes = new long[most];
    this.starts = new long[most];
    this.nanos = new long[most];
  }

  /**
   * Adds one; drops the oldest when there is no room.
   *
   * @param peer the other rank; negative if there is none or it is not known
   * @param start by {@link System#nanoTime}
   */
  synchronized void add(String name, int peer, long sizeBytes, long start, long took) {
    int at = (int) (added++ % names.length);
    names[at] = name;
    peers[at] = peer;
    bytes[at] = sizeBytes;
    starts[at] = start;
    nanos[at] = took;
  }

  synchronized boolean isEmpty() {
    return added == 0;
  }

  /** Returns the spans; the oldest of a full ring is where the next one goes. */
  synchronized RankTrace.ThreadTrace trace() {
    int kept = (int) Math.min(added, names.length);
    int oldest = (int) ((added - kept) % names.length);
    String[] allNames = new String[kept];
    int[] allPeers = new int[kept];
    long[] allBytes = new long[kept];
    long[] allStarts = new long[kept];
    long[] allNanos = new long[kept];
    for (int i = 0; i < kept; i++) {
      int at = (oldest + i) % names.length;
      allNames[i] = names[at];
      allPeers[i] = peers[at];
      allBytes[i] = bytes[at];
      allStarts[i] = starts[at];
      allNanos[i] = nanos[at];
    }
    return new RankTrace.ThreadTrace(
        thread, added - kept, allNames, allPeers, allBytes, allStarts, allNanos);
  }
}
