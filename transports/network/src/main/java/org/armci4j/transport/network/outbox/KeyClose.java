package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.RemoteKey;

/** The closing of a key that earlier operations use. */
public final class KeyClose extends RankOperation {
  private final RemoteKey key;

  /**
   * Creates an operation.
   *
   * @param key to be closed
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
