package org.armci4j.bootstrap.rendezvous;

/** Says that a frame is one that no peer of this version sends. */
final class MalformedFrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedFrameException(String message) {
    // No stack trace: strangers could make it the costliest part of refusing them.
    super(message, null, false, false);
  }
}
