package org.armci4j.bootstrap;

/** Says why joining a job, or an exchange among its ranks, did not succeed. */
public final class BootstrapException extends RuntimeException implements TellsOfFailure {
  private static final long serialVersionUID = 1L;

  /** Failure of another rank that caused this exception, or null. */
  private final transient Failure failure;

  /** Makes an exception for an error of this rank's own. */
  public BootstrapException(String message) {
    super(message);
    this.failure = null;
  }

  /** Makes an exception for an error of this rank's own, with its cause. */
  public BootstrapException(String message, Throwable cause) {
    super(message, cause);
    this.failure = null;
  }

  /** Makes an exception for an action that ended because the job failed. */
  public BootstrapException(String what, Failure failure) {
    super(what + ": " + failure);
    this.failure = failure;
  }

  /**
   * Returns the job's failure that caused this exception, or null when the job itself may go on.
   */
  @Override
  public Failure failure() {
    return failure;
  }
}
