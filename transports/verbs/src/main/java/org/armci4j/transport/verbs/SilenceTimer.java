package org.armci4j.transport.verbs;

/**
 * For how long nothing has ended that the device alone has to bring to an end. For one thread at a
 * time, which looks now and then.
 */
final class SilenceTimer {
  /**
   * When nobody has looked for longer, as in a process that was stopped, that says nothing of the
   * device.
   */
  private static final long LONGEST_LOOK_NANOS = 2_000_000_000L;

  private final long limitNanos;
  private long lookedNanos;
  private long doneAtLook;
  private long silentNanos;

  /**
   * @param limitNanos how long nothing may end; 0 forever
   * @param nowNanos by {@link System#nanoTime}
   */
  SilenceTimer(long limitNanos, long nowNanos) {
    this.limitNanos = limitNanos;
    this.lookedNanos = nowNanos;
  }

  /**
   * Looks.
   *
   * @param done how many have ended
   * @param isDue whether others are under way
   * @param nowNanos by {@link System#nanoTime}
   * @return whether nothing has ended for too long
   */
  boolean isTooLong(long done, boolean isDue, long nowNanos) {
    long sinceNanos = Math.min(LONGEST_LOOK_NANOS, nowNanos - lookedNanos);
    lookedNanos = nowNanos;
    silentNanos = isDue && done == doneAtLook ? silentNanos + sinceNanos : 0;
    doneAtLook = done;
    return limitNanos > 0 && silentNanos > limitNanos;
  }
}
