package org.armci4j.examples.mg;

/** Reports a mistake in how MG was started; its message is one line for the user. */
final class MgException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MgException(String message) {
    super(message);
  }
}
