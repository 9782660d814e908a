package org.armci4j.error;

import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.TellsOfFailure;
import org.armci4j.bootstrap.text.Text;

/**
 * Reports that another rank of the job has failed, so that this rank would wait in vain. The job is
 * over, and every later wait of this rank ends with the same exception; unless the job was told to
 * go on (setting {@code onFailure}): then waits among other ranks go on, or all ranks meet again
 * when they have closed the runtime and open it anew.
 */
public final class RankFailedException extends ArmciException implements TellsOfFailure {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  /**
   * Makes an exception that names the failed rank.
   *
   * @param waitingFor the event that this rank waited for, for the message
   * @param failure the failed rank and the reason
   */
  public RankFailedException(String waitingFor, Failure failure) {
    super(Text.format("%s will not come: %s", waitingFor, failure));
    this.failure = failure;
  }

  /**
   * Returns the failed rank, its host and the reason.
   *
   * @return the failure; where it ends the job, the same for all ranks
   */
  @Override
  public Failure failure() {
    return failure;
  }
}
