package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/** The write of a word, by which the helper thread there may be notified. */
final class QueuedWord extends Queued {
  private final boolean notifies;
  private final long value;
  private final int lengthBytes;
  private final long remote;
  private final RemoteKey key;

  QueuedWord(boolean notifies, long value, int lengthBytes, long remote, RemoteKey key) {
    this.notifies = notifies;
    this.value = value;
    this.lengthBytes = lengthBytes;
    this.remote = remote;
    this.key = key;
  }

  @Override
  boolean start(RankRoute route) {
    int operations = notifies ? NetworkEndpoint.NOTIFICATION : 1;
    int begun = route.tryBegin(operations, false);
    if (begun == 0) {
      return false;
    }
    try {
      if (begun < operations) {
        return false;
      }
      write(route.endpoint());
      route.hasStepped();
      return true;
    } finally {
      route.end();
    }
  }

  private void write(NetworkEndpoint endpoint) {
    if (notifies) {
      endpoint.putWordAndNotify(value, remote, key);
    } else {
      endpoint.putWord(value, lengthBytes, remote, key);
    }
  }

  @Override
  String describe() {
    return "write of a word";
  }
}
