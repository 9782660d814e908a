package org.armci4j.testkit.conformance.threads;

/**
 * One kind of work of one thread. It draws what it does, and tells its {@link
 * org.armci4j.testkit.conformance.trial.Trial} what differs from its model.
 */
interface ThreadWork {
  /** Does some of it and compares the outcome. */
  void next();

  /** Ends it behind the last round; the same thread calls this. */
  default void end() {}
}
