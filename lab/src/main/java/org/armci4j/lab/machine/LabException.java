package org.armci4j.lab.machine;

/** The lab cannot do what was asked; the message says why and what to do. */
final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LabException(String message) {
    super(message);
  }

  LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
