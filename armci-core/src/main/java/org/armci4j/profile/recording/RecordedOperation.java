package org.armci4j.profile.recording;

/** An operation of a library that goes on between the calls of threads, and is recorded. */
public interface RecordedOperation {
  /**
   * Returns what a wait for it is recorded as.
   *
   * @return the same object at every call
   */
  CallInFlight recorded();
}
