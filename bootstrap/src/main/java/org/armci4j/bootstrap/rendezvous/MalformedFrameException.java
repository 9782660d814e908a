package org.armci4j.bootstrap.rendezvous;

/** A frame that no peer of this version sends. */
final class MalformedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedFrameException(String message) {
    // No stack trace: strangers could make it the costliest part of refusing them.
    super(message, null, false, false);
  }
}
