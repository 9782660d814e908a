package org.armci4j.error;

/**
 * Reports that a wait reached its time-out. The awaited event may still come, so the wait may be
 * repeated. A barrier or a blocking collective must not be repeated, as other ranks may have
 * completed it: its group or its object of collectives is lost, and every later call of it throws.
 */
public final class ArmciTimeoutException extends ArmciException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception with its message.
   *
   * @param message the awaited event and the time limit
   */
  public ArmciTimeoutException(String message) {
    super(message);
  }
}
