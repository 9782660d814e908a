package org.armci4j.lab.machine;

/** Thrown when the lab cannot do its job; the message names the reason and the remedy. */
final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LabException(String message) {
    super(message);
  }

  LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
