package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** An atomic update of a word that is one operation of the network. */
final class QueuedUpdate extends Queued {
  /** Starts it; returns its ticket. */
  private interface Starter {
    long start(WordAtomics atomics);
  }

  private final Starter starter;

  private QueuedUpdate(Starter starter) {
    this.starter = starter;
  }

  static QueuedUpdate of(
      long remote,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long offset) {
    return new QueuedUpdate(
        atomics -> atomics.startUpdate(remote, key, update, operand, result, offset));
  }

  static QueuedUpdate swap(
      long remote, RemoteKey key, long expected, long value, MemorySegment result, long offset) {
    return new QueuedUpdate(
        atomics -> atomics.startCompareAndSwap(remote, key, expected, value, result, offset));
  }

  @Override
  boolean start(RankRoute route) {
    if (route.tryBegin(1, true) == 0) {
      return false;
    }
    try {
      if (!route.endpoint().atomics().mayStart() || !route.tryHoldBuffers(Long.BYTES, 1)) {
        return false;
      }
      uses(starter.start(route.endpoint().atomics()));
      route.hasStepped();
      return true;
    } finally {
      route.end();
    }
  }

  @Override
  String describe() {
    return "update of a word";
  }
}
