package org.armci4j.bootstrap.launch.plan;

import java.io.Serial;

/** Says why a job could not be started, and what to change. */
public final class LaunchException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param message what is wrong and what to change
   */
  public LaunchException(String message) {
    super(message);
  }

  /**
   * Makes an exception with its cause.
   *
   * @param message what is wrong and what to change
   * @param cause the exception that showed it
   */
  public LaunchException(String message, Throwable cause) {
    super(message, cause);
  }
}
