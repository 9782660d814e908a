package org.armci4j.bootstrap.settings;

/** Says what becomes of a job when one of its ranks fails. */
public enum OnFailure {
  /** The job ends: every wait of every other rank ends with an exception. */
  ABORT,

  /** The other ranks go on: what needs the failed rank throws, and nothing else does. */
  CONTINUE,

  /**
   * A new process takes the failed rank's place, and all ranks meet again in the job's next epoch.
   */
  REPLACE
}
