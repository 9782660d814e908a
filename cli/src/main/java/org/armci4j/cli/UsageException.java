package org.armci4j.cli;

/** The command line asks for something that cannot be. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
