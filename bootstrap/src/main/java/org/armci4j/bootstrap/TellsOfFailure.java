package org.armci4j.bootstrap;

/** An exception that the failure of a rank may have caused. */
public interface TellsOfFailure {
  /** The failure, or null when there was none. */
  Failure failure();
}
