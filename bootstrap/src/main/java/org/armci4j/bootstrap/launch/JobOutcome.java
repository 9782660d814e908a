package org.armci4j.bootstrap.launch;

/** Says how a job has ended. */
sealed interface JobOutcome {
  /** Every rank has ended well. */
  record Succeeded() implements JobOutcome {}

  /**
   * A rank was the first to fail.
   *
   * @param rank the rank
   * @param reason what happened to the rank, the second half of a sentence
   */
  record RankFailed(int rank, String reason) implements JobOutcome {}

  /** The job's time is over. */
  record TimedOut() implements JobOutcome {}

  /** The reader of the launcher's standard output has closed it. */
  record OutputClosed() implements JobOutcome {}

  /** A signal told the launcher itself to end. */
  record Interrupted() implements JobOutcome {}
}
