package org.armci4j.examples.options;

/** Reports a mistake in how a program was started; its message is one line for the user. */
public final class OptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates it.
   *
   * @param message one line, for the user
   */
  public OptionException(String message) {
    super(message);
  }
}
