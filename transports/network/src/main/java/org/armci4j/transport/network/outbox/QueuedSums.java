package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.helper.OutgoingSums;

/** An accumulate, of which a message goes with each credit. */
final class QueuedSums extends Queued {
  private final OutgoingSums sums;

  QueuedSums(OutgoingSums sums) {
    this.sums = sums;
  }

  @Override
  boolean start(Way way) {
    while (sums.hasMore()) {
      if (!way.tryBeginMessage()) {
        return false;
      }
      try {
        sums.sendNext(way.helper());
        way.hasStepped();
      } finally {
        way.helper().end();
      }
    }
    return true;
  }

  @Override
  String describe() {
    return "accumulate";
  }
}
