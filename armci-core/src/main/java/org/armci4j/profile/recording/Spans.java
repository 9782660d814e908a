package org.armci4j.profile.recording;

import java.util.ArrayList;
import java.util.List;

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

  synchronized RankTrace.ThreadTrace trace() {
    long dropped = Math.max(added - names.length, 0);
    List<RankTrace.Span> spans = new ArrayList<>();
    for (long i = dropped; i < added; i++) {
      int at = (int) (i % names.length);
      spans.add(new RankTrace.Span(names[at], peers[at], bytes[at], starts[at], nanos[at]));
    }
    return new RankTrace.ThreadTrace(thread, dropped, spans);
  }
}
