package org.armci4j;

import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.TellsOfFailure;
import org.armci4j.bootstrap.text.Text;

/**
 * Another rank of the job has failed, so that what this rank waits for can no longer come. The job
 * is over: every later wait of this rank ends with the same exception.
 */
public final class RankFailedException extends ArmciException implements TellsOfFailure {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  /**
   * An exception that names the failed rank.
   *
   * @param waitingFor what this rank was waiting for, for the message
   * @param failure which rank failed and why
   */
  public RankFailedException(String waitingFor, Failure failure) {
    super(Text.format("%s will not come: %s", waitingFor, failure));
    this.failure = failure;
  }

  /**
   * Which rank failed, on which host and why.
   *
   * @return the failure, the same for all ranks of the job
   */
  @Override
  public Failure failure() {
    return failure;
  }
}
