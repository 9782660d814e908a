package org.armci4j.bootstrap;

/**
 * Takes the messages that other ranks {@linkplain Bootstrap#send send} to this one. Its methods are
 * called one at a time and must not block. The calling thread belongs to the bootstrap or to a
 * sender in the same JVM.
 */
public interface MessageListener {
  /** Takes a message. Messages of one sender come in the order in which they were sent. */
  void received(int from, byte[] message);

  /**
   * Learns that a message of this rank could not be delivered: rank {@code to} has left the job,
   * say.
   */
  void undelivered(int to, String reason);
}
