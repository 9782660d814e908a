package org.armci4j.bootstrap.launch;

import org.armci4j.bootstrap.launch.process.RankProcess;

/** Acts for the watch of a job on ranks that have failed while the job goes on. */
interface FailedRanks {
  /** Tells the user that the job goes on without a rank. */
  void goesOnWithout(int rank, String reason);

  /**
   * Tells the user that a rank starts again, and starts it.
   *
   * @param epoch the epoch in which it meets the others
   * @return the rank's new process
   * @throws org.armci4j.bootstrap.launch.plan.LaunchException when it cannot be started
   */
  RankProcess startAgain(int rank, String reason, int epoch);
}
