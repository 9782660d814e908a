package org.armci4j.bootstrap.launch;

/** How a job has ended. */
sealed interface JobOutcome {
  /** Every rank has ended well. */
  record Well() implements JobOutcome {}

  /**
   * A rank has failed, before all others.
   *
   * @param rank the rank
   * @param reason what happened to it, the second half of a sentence
   */
  record RankFailed(int rank, String reason) implements JobOutcome {}

  /** The time the job was given is over. */
  record TimedOut() implements JobOutcome {}

  /** Nobody reads the launcher's standard output any more. */
  record OutputClosed() implements JobOutcome {}

  /** The launcher itself was told to end, by a signal. */
  record Interrupted() implements JobOutcome {}
}
