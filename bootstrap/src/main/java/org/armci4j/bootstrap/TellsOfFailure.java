package org.armci4j.bootstrap;

/** Is implemented by exceptions that another rank's failure may have caused. */
public interface TellsOfFailure {
  /** The failure, or null when there was none. */
  Failure failure();
}
