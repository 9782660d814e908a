package org.armci4j.bootstrap;

/** Marks an exception that the failure of a rank may have caused. */
public interface TellsOfFailure {
  /** Returns the failure, or null when there was none. */
  Failure failure();
}
