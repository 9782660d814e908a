package org.armci4j.error;

/**
 * Reports that a call of the runtime failed. The message names the rank, the operation, the address
 * range, the limit that was hit and the remedy.
 *
 * <p>A call that throws before it moves data has changed nothing.
 */
public class ArmciException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception with its message.
   *
   * @param message the fault and the remedy
   */
  public ArmciException(String message) {
    super(message);
  }

  /**
   * Makes an exception with its message and its cause.
   *
   * @param message the fault and the remedy
   * @param cause the exception that caused this one
   */
  public ArmciException(String message, Throwable cause) {
    super(message, cause);
  }
}
