package org.armci4j.transport.network.outbox;

/** A queued message that takes further calls until another operation is queued behind it. */
interface OpenMessage {
  /** Refuses further calls, since another operation follows. */
  void close();
}
