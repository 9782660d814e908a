package org.armci4j.transport.network;

/**
 * Measures how long no operation has ended while the network has some to end. For one thread at a
 * time, which looks now and then.
 */
public final class SilenceTimer {
  private static final long NOTHING_DUE = -1;

  private long doneAtLook = NOTHING_DUE;
  private long silentNanos;

  /** Creates a timer without operations. */
  public SilenceTimer() {}

  /**
   * Looks at the count of ended operations.
   *
   * @param done how many have ended
   * @param isDue whether others are under way
   * @param sinceNanos time since the previous look
   * @return the time in which operations have been under way at each look and none has ended
   */
  public long look(long done, boolean isDue, long sinceNanos) {
    silentNanos = isDue && done == doneAtLook ? silentNanos + sinceNanos : 0;
    doneAtLook = isDue ? done : NOTHING_DUE;
    return silentNanos;
  }
}
