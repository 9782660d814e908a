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

  /**
   * Forgets all that was posted: when this returns, no request uses memory any more, and none of
   * them completes. What is posted later is refused.
   *
   * @throws VerbsException when the device does not obey, as when it is gone
   */
  void reset();
}
