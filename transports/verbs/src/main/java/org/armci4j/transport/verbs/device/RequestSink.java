package org.armci4j.transport.verbs.device;

/** Takes requests: a {@link QueuePair}, or a wrapper that injects faults. */
public interface RequestSink {
  /**
   * Posts the chain, in order. Allocates nothing. The chain may be refilled as soon as this
   * returns. The memory of its segments must stay until completion, except for inline ones.
   *
   * @param requests at least one
   * @throws PostException if one was refused
   */
  void post(SendRequests requests);

  /**
   * Forgets all posted requests. When this returns, no request uses memory any more, and none of
   * them completes. Later requests are refused.
   *
   * @throws VerbsException when the device does not obey, as when it is gone
   */
  void reset();
}
