package org.armci4j.transport.network.outbox;

/**
 * Decides whether short puts to a rank follow each other closely enough to be gathered. A put alone
 * costs a system call at the origin, and two at the target: for the data and for their
 * acknowledgement. A put after a pause goes at once, as somebody may wait for it.
 *
 * <p>Fields are plain: a race merely sends a put alone or in a message of few.
 */
public final class PutBurst {
  /** Puts in close succession that go alone before others are gathered. */
  private static final int ALONE = 4;

  private static final long CLOSE_NANOS = 50_000;

  private final int longestBytes;
  private long lastNanos;
  private int puts;

  /**
   * Creates an object that has seen no put.
   *
   * @param longestBytes the longest short put; 0 if none is to be gathered
   */
  public PutBurst(int longestBytes) {
    this.longestBytes = longestBytes;
  }

  /**
   * Records a put.
   *
   * @param sizeBytes its length
   * @return whether it is to be gathered
   */
  boolean gathers(long sizeBytes) {
    if (sizeBytes > longestBytes) {
      return false;
    }
    long now = System.nanoTime();
    puts = now - lastNanos < CLOSE_NANOS ? puts + 1 : 1;
    lastNanos = now;
    return puts > ALONE;
  }

  /** Ends the burst after the rank has waited for all its puts. */
  void ends() {
    puts = 0;
  }

  /** Ends the burst after a message of few puts: the rank seems to wait for each of them. */
  void sent(int gathered) {
    if (gathered < ALONE) {
      ends();
    }
  }
}
