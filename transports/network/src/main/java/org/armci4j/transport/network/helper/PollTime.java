package org.armci4j.transport.network.helper;

/**
 * How long an idle helper thread polls before it sleeps. Polling spares the time of waking up, but
 * where the rank that would ask for something needs this very core, it asks as soon as the thread
 * sleeps and not before: so what was in vain some times in a row is only tried from time to time.
 */
final class PollTime {
  /** So often in a row in vain is bad luck. */
  private static final int LUCKLESS = 2;

  /** Then every so many times it is tried; a power of two. */
  private static final int TRIED = 16;

  private final long nanos;
  private int inVain;

  /**
   * @param nanos where it pays
   */
  PollTime(long nanos) {
    this.nanos = nanos;
  }

  /** How long to poll this time. */
  long nanos() {
    return inVain < LUCKLESS || (inVain & (TRIED - 1)) == 0 ? nanos : 0;
  }

  /** Something came while the thread polled. */
  void paid() {
    inVain = 0;
  }

  /** Nothing came, or it was not tried. */
  void wasInVain() {
    inVain++;
  }
}
