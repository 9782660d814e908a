package org.armci4j.profile.recording;

/**
 * Chooses which short calls of one kind a thread times: to read the clock takes longer than such a
 * call. The first ones are timed each. Later ones are timed so that there are {@value #APART_NANOS}
 * ns between two on average: each of them, where they come less often than that. How many are
 * passed over is random, so that a loop of a few different calls has its share of each. It is
 * chosen by the calls before: when dense calls become rare, those already chosen still pass.
 */
final class CallSampling {
  /**
   * To time a call and to add it up takes some 0.3 µs. A loop of puts, each with a fence, times two
   * kinds, which then cost 1 %.
   */
  private static final long APART_NANOS = 64_000;

  /** Most calls for which one stands on average: they may become long at any time. */
  private static final long MOST_CALLS = 1024;

  /**
   * Most that sums may be ahead of the time that has passed. Without room, what a long call among
   * short ones stands for would be cut to the time since the last timed one. With more, one call
   * that loses its core would count as many that do.
   */
  private static final long AHEAD_NANOS = 10_000_000;

  private final int first;
  private int timed;
  private long lastNanos;

  /** Calls from the latest timed one to the next. */
  private int gap = 1;

  /** How many of those are still to come, at {@link #kind}. */
  private final int[] left;

  private final int kind;

  /** What the next sum may have besides the time since the last one. */
  private long room = AHEAD_NANOS;

  private long random;

  /**
   * @param left gets the calls to the next one that is timed, for a caller that counts them down
   *     without a look at this object; the call that finds none left is timed
   * @param kind the place there
   * @param first so many are timed each
   * @param seed of the random numbers
   */
  CallSampling(int[] left, int kind, int first, long seed) {
    this.left = left;
    this.kind = kind;
    left[kind] = gap;
    this.first = first;
    this.random = seed | 1; // zero would stay zero
  }

  /** Returns for how many calls the timed one stands: those since the last one, and itself. */
  int calls() {
    return Math.max(gap - left[kind], 1);
  }

  /**
   * Returns the time of the calls for which the timed one stands, when it has ended.
   *
   * @param nanos its own time
   * @param now the time
   */
  long sum(long nanos, long now) {
    room += now - lastNanos;
    long sum = Math.min(calls() * nanos, Math.max(room, nanos));
    room = Math.clamp(room - sum, 0, AHEAD_NANOS);
    return sum;
  }

  /**
   * Chooses the next call, when a timed one has ended and is summed up.
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
    left[kind] = gap;
  }

  /** Source: Marsaglia, "Xorshift RNGs" (2003). */
  private long nextRandom() {
    random ^= random << 13;
    random ^= random >>> 7;
    random ^= random << 17;
    return random;
  }
}
