package org.armci4j.profile.recording;

/** Keeps the latest operations, waits and collectives of a thread, each with its time. */
final class Spans {
  private final String thread;
  private final String[] names;
  private final int[] peers;
  private final long[] bytes;
  private final int[] calls;
  private final long[] starts;
  private final long[] nanos;
  private final WordRole[] roles;
  private final long[] words;
  private final long[] values;
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
    this.calls = new int[most];
    this.starts = new long[most];
    this.nanos = new long[most];
    this.roles = new WordRole[most];
    this.words = new long[most];
    this.values = new long[most];
  }

  /**
   * Adds one; drops the oldest when there is no room.
   *
   * @param peer the other rank, or the root; negative if there is none or it is not known
   * @param standsFor the number of calls for which this one stands
   * @param start by {@link System#nanoTime}
   */
  synchronized void add(
      String name, int peer, long sizeBytes, int standsFor, long start, long took, WordEvent word) {
    int at = (int) (added++ % names.length);
    names[at] = name;
    peers[at] = peer;
    bytes[at] = sizeBytes;
    calls[at] = standsFor;
    starts[at] = start;
    nanos[at] = took;
    roles[at] = word.role();
    words[at] = word.word();
    values[at] = word.value();
  }

  synchronized boolean isEmpty() {
    return added == 0;
  }

  /** Returns the spans; the oldest of a full ring is where the next one goes. */
  synchronized RankTrace.ThreadTrace trace() {
    int kept = (int) Math.min(added, names.length);
    int oldest = (int) ((added - kept) % names.length);
    RankTrace.ThreadTrace all =
        new RankTrace.ThreadTrace(
            thread,
            added - kept,
            new String[kept],
            new int[kept],
            new long[kept],
            new int[kept],
            new long[kept],
            new long[kept],
            new WordRole[kept],
            new long[kept],
            new long[kept]);
    for (int i = 0; i < kept; i++) {
      int at = (oldest + i) % names.length;
      all.names()[i] = names[at];
      all.peers()[i] = peers[at];
      all.bytes()[i] = bytes[at];
      all.calls()[i] = calls[at];
      all.starts()[i] = starts[at];
      all.nanos()[i] = nanos[at];
      all.roles()[i] = roles[at];
      all.words()[i] = words[at];
      all.values()[i] = values[at];
    }
    return all;
  }
}
