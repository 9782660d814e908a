package org.armci4j.transport.verbs;

/**
 * Measures for how long operations have been under way that the device alone can end, and none has
 * ended. For one thread at a time, which looks now and then.
 */
final class SilenceTimer {
  /**
   * Longest time between two looks that counts. A longer one, as in a stopped process, says nothing
   * about the device.
   */
  private static final long LONGEST_LOOK_NANOS = 2_000_000_000L;

  private final long limitNanos;
  private long lookedNanos;
  private long doneAtLook;
  private long silentNanos;

  /**
   * @param limitNanos longest silence; 0 for no limit
   * @param nowNanos by {@link System#nanoTime}
   */
  SilenceTimer(long limitNanos, long nowNanos) {
    this.limitNanos = limitNanos;
    this.lookedNanos = nowNanos;
  }

  /**
   * Looks at the count of ended operations.
   *
   * @param done how many have ended
   * @param isDue whether others are under way
   * @param nowNanos by {@link System#nanoTime}
   * @return whether none has ended for too long
   */
  boolean isTooLong(long done, boolean isDue, long nowNanos) {
    long sinceNanos = Math.min(LONGEST_LOOK_NANOS, nowNanos - lookedNanos);
    lookedNanos = nowNanos;
    silentNanos = isDue && done == doneAtLook ? silentNanos + sinceNanos : 0;
    doneAtLook = done;
    return limitNanos > 0 && silentNanos > limitNanos;
  }
}
