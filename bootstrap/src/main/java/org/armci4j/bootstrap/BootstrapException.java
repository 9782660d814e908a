package org.armci4j.bootstrap;

/** Joining a job, or an exchange among its ranks, did not succeed. The message says why. */
public final class BootstrapException extends RuntimeException implements TellsOfFailure {
  private static final long serialVersionUID = 1L;

  /** The failure of another rank that caused this, or null. */
  private final transient Failure failure;

  /** An error of this rank's own. */
  public BootstrapException(String message) {
    super(message);
    this.failure = null;
  }

  /** An error of this rank's own, with what caused it. */
  public BootstrapException(String message, Throwable cause) {
    super(message, cause);
    this.failure = null;
  }

  /** What was being done ended because the job failed. */
  public BootstrapException(String what, Failure failure) {
    super(what + ": " + failure);
    this.failure = failure;
  }

  /** The failure of the job that caused this, or null when the job itself may go on. */
  @Override
  public Failure failure() {
    return failure;
  }
}
