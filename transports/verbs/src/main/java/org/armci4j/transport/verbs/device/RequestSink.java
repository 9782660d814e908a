package org.armci4j.transport.verbs.device;

/** Where requests go: a {@link QueuePair}, or something around one that injects faults. */
public interface RequestSink {
  /**
   * Posts the chain, in order. Allocates nothing. The chain may be refilled as soon as this
   * returns; the memory that its segments name must stay until completion, except for inline ones.
   *
   * @param requests at least one
   * @throws PostException if one was refused
   */
  void post(SendRequests requests);
}
