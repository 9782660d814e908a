package org.armci4j.testkit.conformance.threads;

/**
 * Does one kind of work on one thread. It draws its operations, and tells its {@link
 * org.armci4j.testkit.conformance.trial.Trial} the differences from its model.
 */
interface ThreadWork {
  /** Does some of the work and compares the outcome. */
  void next();

  /** Ends the work after the last round; the same thread calls this. */
  default void end() {}
}
