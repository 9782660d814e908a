package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.RemoteKey;

/** The end of a key that operations before it use. */
public final class KeyClose extends RankOperation {
  private final RemoteKey key;

  /**
   * Creates one.
   *
   * @param key ends
   */
  public KeyClose(RemoteKey key) {
    this.key = key;
  }

  @Override
  boolean start(RankRoute route) {
    key.close();
    return true;
  }

  @Override
  String describe() {
    return "end of a key";
  }
}
