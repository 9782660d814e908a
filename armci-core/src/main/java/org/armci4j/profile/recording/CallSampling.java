package org.armci4j.profile.recording;

/**
 * Chooses which short calls of one kind a thread times: to read the clock takes longer than such a
 * call. The first ones are timed each. Later ones are timed so that there are {@value #APART_NANOS}
 * ns between two on average: each of them, where they come less often than that. How many are
 * passed over is random, so that a loop of a few different calls has its share of each.
 */
final class CallSampling {
  /** To time a call and to add it up takes about 0.15 µs, which is 1 % of this time. */
  private static final long APART_NANOS = 16_000;

  /** Most calls for which one stands on average: they may become long at any time. */
  private static final long MOST_CALLS = 1024;

  private final int first;
  private int timed;
  private long lastNanos;

  /** Calls from the latest timed one to the next, and those of them that are still to come. */
  private int gap = 1;

  private int left = 1;
  private long random;

  /**
   * @param first so many are timed each
   * @param seed of the random numbers
   */
  CallSampling(int first, long seed) {
    this.first = first;
    this.random = seed | 1; // zero would stay zero
  }

  /** Counts a call that begins; returns whether it is to be timed. */
  boolean isDue() {
    return --left <= 0;
  }

  /** Returns for how many calls the timed one stands: those since the last one, and itself. */
  int calls() {
    return gap - left;
  }

  /**
   * Chooses the next call, when a timed one has ended.
   *
   * @param now the time
   * @param wantsNext whether the next one is to be timed in any case
   */
  void next(long now, boolean wantsNext) {
    long apart = Math.max((now - lastNanos) / calls(), 1);
    lastNanos = now;
    if (timed < first) {
      timed++;
    }
    long mean = timed < first || wantsNext ? 1 : Math.min(APART_NANOS / apart, MOST_CALLS);
    gap = mean <= 1 ? 1 : 1 + (int) Long.remainderUnsigned(nextRandom(), 2 * mean - 1);
    left = gap;
  }

  /** Source: Marsaglia, "Xorshift RNGs" (2003). */
  private long nextRandom() {
    random ^= random << 13;
    random ^= random >>> 7;
    random ^= random << 17;
    return random;
  }
}
