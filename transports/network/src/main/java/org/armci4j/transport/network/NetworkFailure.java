package org.armci4j.transport.network;

import org.armci4j.error.ArmciException;

/**
 * The first permanent failure between a rank and its network. It ends every wait of the rank: the
 * change that the wait expects may have been lost.
 */
public final class NetworkFailure {
  private volatile ArmciException first;
  private volatile boolean told;

  /** Creates an object without a failure. */
  public NetworkFailure() {}

  /** Keeps the first failure for callers of {@link #check}. */
  public void fail(ArmciException news) {
    if (first == null) {
      first = news;
    }
  }

  /** Throws if something has failed. */
  public void check() {
    ArmciException seen = first;
    if (seen != null) {
      told();
      throw new ArmciException(seen.getMessage(), seen);
    }
  }

  /** Notes that a caller learns of a failure. */
  public void told() {
    told = true;
  }

  /**
   * Throws if something has failed and no caller knows of it; called after the last wait of the
   * rank.
   */
  public void checkUntold() {
    if (!told) {
      check();
    }
  }
}
