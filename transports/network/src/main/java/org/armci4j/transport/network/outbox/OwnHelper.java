package org.armci4j.transport.network.outbox;

/** This rank's own helper thread, as the rank's transfers see it. */
public interface OwnHelper {
  /** Wakes the thread, which takes the steps of transfers while the rank computes. */
  void wake();

  /** Returns whether answers of other ranks wake the thread by themselves. */
  boolean seesAnswers();

  /**
   * Serves in the calling thread, where the network gains by it; never waits.
   *
   * @return whether anything was served
   */
  boolean attend();
}
