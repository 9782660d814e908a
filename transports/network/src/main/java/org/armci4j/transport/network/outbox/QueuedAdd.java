package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.RemoteKey;

/** An addition to a word by the network, of which nobody wants the old value. */
final class QueuedAdd extends Queued {
  private final long remote;
  private final RemoteKey key;
  private final long delta;

  QueuedAdd(long remote, RemoteKey key, long delta) {
    this.remote = remote;
    this.key = key;
    this.delta = delta;
  }

  @Override
  boolean start(RankRoute route) {
    if (route.tryBegin(1, true) == 0) {
      return false;
    }
    try {
      if (!route.endpoint().atomics().mayStart()) {
        return false;
      }
      route.endpoint().atomics().add(remote, key, delta);
      route.hasStepped();
      return true;
    } finally {
      route.end();
    }
  }

  @Override
  String describe() {
    return "addition to a word";
  }
}
