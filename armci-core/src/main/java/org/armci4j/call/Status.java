package org.armci4j.call;

/** Encodes how a call ended at its target, and the length of the reply, in one word. */
final class Status {
  /** The reply is the handler's. */
  static final int DONE = 0;

  /** The handler threw; the reply is the exception's text. */
  static final int FAILED = 1;

  /** The target has no such procedure. */
  static final int UNKNOWN = 2;

  /** The target has closed its calls. */
  static final int CLOSED = 3;

  private Status() {}

  static long outcome(int status, int lengthBytes) {
    return (long) status << 32 | lengthBytes;
  }

  static int of(long outcome) {
    return (int) (outcome >>> 32);
  }

  static int lengthBytes(long outcome) {
    return (int) outcome;
  }
}
