package org.armci4j.transport.network;

import org.armci4j.error.ArmciException;

/**
 * What has broken between a rank and its network and cannot be mended. The first such news stays,
 * and ends every wait of the rank: what it waits for may be what was lost.
 */
public final class NetworkFailure {
  private volatile ArmciException first;
  private volatile boolean told;

  /** Nothing has broken yet. */
  public NetworkFailure() {}

  /** Keeps the news for those who {@link #check}. */
  public void fail(ArmciException news) {
    if (first == null) {
      first = news;
    }
  }

  /** Throws once something has broken. */
  public void check() {
    ArmciException seen = first;
    if (seen != null) {
      told();
      throw new ArmciException(seen.getMessage(), seen);
    }
  }

  /** Somebody gets to know that something has broken. */
  public void told() {
    told = true;
  }

  /** Throws if something has broken that nobody knows of: behind the last wait of the rank. */
  public void checkUntold() {
    if (!told) {
      check();
    }
  }
}
