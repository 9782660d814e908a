package org.armci4j.bootstrap.launch;

import org.armci4j.bootstrap.launch.process.RankProcess;

/** Says how a job has ended. */
sealed interface JobOutcome {
  /** Every rank has ended well. */
  record Succeeded() implements JobOutcome {}

  /**
   * A rank was the first to fail.
   *
   * @param process the rank's process, which may have been replaced since
   * @param reason what happened to the rank, the second half of a sentence
   */
  record RankFailed(RankProcess process, String reason) implements JobOutcome {}

  /** The job's time is over. */
  record TimedOut() implements JobOutcome {}

  /** The reader of the launcher's standard output has closed it. */
  record OutputClosed() implements JobOutcome {}

  /** A signal told the launcher itself to end. */
  record Interrupted() implements JobOutcome {}
}
