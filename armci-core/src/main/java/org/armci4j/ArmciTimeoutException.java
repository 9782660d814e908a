package org.armci4j;

/**
 * A wait reached its time-out. What it waited for may still come later; the wait may be repeated.
 * Not that of a barrier or of a blocking collective, which others may have come to the end of: its
 * {@link Group} or object is lost, as every later call of it says.
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
