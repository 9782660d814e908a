package org.armci4j.bootstrap;

/**
 * Takes the messages that other ranks {@linkplain Bootstrap#send send} to this one. Its methods are
 * called one at a time, on a thread that they must not hold up: the bootstrap's own, or that of a
 * sender in the same JVM.
 */
public interface MessageListener {
  /** A message has come. Those of one sender come in the order in which it sent them. */
  void received(int from, byte[] message);

  /** A message of this rank found nobody: rank {@code to} has left the job, say. */
  void undelivered(int to, String reason);
}
