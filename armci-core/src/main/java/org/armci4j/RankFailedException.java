package org.armci4j;

import org.armci4j.bootstrap.Failure;

/**
 * Another rank of the job has failed, so that what this rank waits for can no longer come. The job
 * is over: every later wait of this rank ends with the same exception.
 */
public final class RankFailedException extends ArmciException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  /**
   * An exception that names the failed rank.
   *
   * @param waitingFor what this rank was waiting for, for the message
   * @param failure who failed and why
   */
  public RankFailedException(String waitingFor, Failure failure) {
    super(
        "%s will not come: rank %d on %s has failed: %s"
            .formatted(waitingFor, failure.rank(), failure.host(), failure.reason()));
    this.failure = failure;
  }

  /**
   * Which rank failed, on which host and why.
   *
   * @return the failure, the same for all ranks of the job
   */
  public Failure failure() {
    return failure;
  }
}
