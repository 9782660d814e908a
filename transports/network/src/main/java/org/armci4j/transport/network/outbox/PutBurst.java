package org.armci4j.transport.network.outbox;

/**
 * Whether short puts to a rank follow each other so closely that it is better to gather them: each
 * alone takes a call of the kernel here, and there one for the data and one for their
 * acknowledgement. What follows nothing goes at once, for which somebody may wait.
 *
 * <p>Fields are plain: where threads race, a put goes alone or in a message of few.
 */
public final class PutBurst {
  /** So many in a row go alone first. */
  private static final int ALONE = 4;

  private static final long CLOSE_NANOS = 50_000;

  private final int longestBytes;
  private long lastNanos;
  private int puts;

  /**
   * None was put yet.
   *
   * @param longestBytes the longest put that is short; 0 when none is to be gathered
   */
  public PutBurst(int longestBytes) {
    this.longestBytes = longestBytes;
  }

  /**
   * A put is called.
   *
   * @param sizeBytes how long it is
   * @return whether it is to be gathered
   */
  public boolean gathers(long sizeBytes) {
    if (sizeBytes > longestBytes) {
      return false;
    }
    long now = System.nanoTime();
    puts = now - lastNanos < CLOSE_NANOS ? puts + 1 : 1;
    lastNanos = now;
    return puts > ALONE;
  }

  /** All that was put has been waited for. */
  public void ends() {
    puts = 0;
  }

  /** A message went with so many: where they are few, the rank waits for each. */
  void sent(int gathered) {
    if (gathered < ALONE) {
      ends();
    }
  }
}
