package org.armci4j.bootstrap.launch.plan;

import java.io.Serial;

/** A job that could not be started; the message says what to change. */
public final class LaunchException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Says why.
   *
   * @param message what is wrong and what to change
   */
  public LaunchException(String message) {
    super(message);
  }

  /**
   * Says why.
   *
   * @param message what is wrong and what to change
   * @param cause what showed it
   */
  public LaunchException(String message, Throwable cause) {
    super(message, cause);
  }
}
