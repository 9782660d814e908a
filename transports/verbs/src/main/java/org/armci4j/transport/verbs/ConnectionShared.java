package org.armci4j.transport.verbs;

import java.util.concurrent.Semaphore;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.waiting.Waiter;

/**
 * Holds what the connections of a rank share.
 *
 * @param origin this rank
 * @param where device and port, for messages
 * @param failures learns of the failure of a connection
 * @param waiter handles completions at each look
 * @param completionRoom see {@link CompletionHandler}
 * @param buffers bounce buffers for copied data
 */
record ConnectionShared(
    int origin,
    String where,
    NetworkFailure failures,
    Waiter waiter,
    Semaphore completionRoom,
    KeyedBuffers buffers) {
  /** Returns the same for a connection whose failure ends nothing else. */
  ConnectionShared alone() {
    return new ConnectionShared(
        origin, where, new NetworkFailure(), waiter, completionRoom, buffers);
  }
}
