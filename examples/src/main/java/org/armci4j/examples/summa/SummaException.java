package org.armci4j.examples.summa;

/** Reports a mistake of the user, with a message for the user. */
final class SummaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SummaException(String message) {
    super(message);
  }
}
