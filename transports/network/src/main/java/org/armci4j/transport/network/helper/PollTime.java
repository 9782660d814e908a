package org.armci4j.transport.network.helper;

/**
 * Decides how long an idle helper thread polls before it sleeps. Polling saves the wake-up time.
 * But a thread that needs this core to send its request can do so only when the poll ends. So after
 * some failed polls in a row, the helper thread polls only from time to time.
 */
final class PollTime {
  /** Failed polls in a row before backing off. */
  private static final int LUCKLESS = 2;

  /** After backing off, one in so many idle phases polls; a power of two. */
  private static final int TRIED = 16;

  private final long nanos;
  private int inVain;

  /**
   * @param nanos how long to poll while not backed off
   */
  PollTime(long nanos) {
    this.nanos = nanos;
  }

  /** Returns how long to poll this time; 0 while backed off. */
  long nanos() {
    return inVain < LUCKLESS || (inVain & (TRIED - 1)) == 0 ? nanos : 0;
  }

  /** Records that something came while the thread polled. */
  void paid() {
    inVain = 0;
  }

  /** Records that nothing came, or that the thread did not poll. */
  void wasInVain() {
    inVain++;
  }
}
