package org.armci4j.examples.summa;

/** A mistake of the user's, with a message for them. */
final class SummaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SummaException(String message) {
    super(message);
  }
}
