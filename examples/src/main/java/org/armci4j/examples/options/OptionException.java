package org.armci4j.examples.options;

/** Reports a mistake on a command line; its message is one line for the user. */
final class OptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OptionException(String message) {
    super(message);
  }
}
