package org.armci4j.bootstrap.launch;

/** How a job has ended. */
sealed interface Verdict {
  /** Every rank has ended well. */
  record Well() implements Verdict {}

  /**
   * A rank has failed, before all others.
   *
   * @param rank the rank
   * @param reason what happened to it, the second half of a sentence
   */
  record RankFailed(int rank, String reason) implements Verdict {}

  /** The time the job was given is over. */
  record TimedOut() implements Verdict {}

  /** Nobody reads the launcher's standard output any more. */
  record OutputClosed() implements Verdict {}

  /** The launcher itself was told to end, by a signal. */
  record Interrupted() implements Verdict {}
}
