package org.armci4j;

/**
 * A wait reached its time-out. What it waited for may still come later; the wait may be repeated.
 */
public final class ArmciTimeoutException extends ArmciException {
  private static final long serialVersionUID = 1L;

  /**
   * An exception that says what was waited for, and how long.
   *
   * @param message what did not come in time
   */
  public ArmciTimeoutException(String message) {
    super(message);
  }
}
