package org.armci4j;

/**
 * What went wrong in a call of the runtime: the message names the rank, the operation, the address
 * range, the limit that was hit and what to change.
 *
 * <p>A call that throws before it started to move data has changed nothing.
 */
public class ArmciException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An error with its message.
   *
   * @param message what happened and what to change
   */
  public ArmciException(String message) {
    super(message);
  }

  /**
   * An error with its message and what caused it.
   *
   * @param message what happened and what to change
   * @param cause the exception behind it
   */
  public ArmciException(String message, Throwable cause) {
    super(message, cause);
  }
}
