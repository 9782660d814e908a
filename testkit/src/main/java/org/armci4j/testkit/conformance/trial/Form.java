package org.armci4j.testkit.conformance.trial;

/** Names how a program starts its transfers and waits for them. */
public enum Form {
  /** A call returns when it is locally complete. */
  BLOCKING,
  /** Several calls are under way at once and are waited for by a handle. */
  HANDLE,
  /** Several calls are under way at once, without a handle. */
  IMPLICIT;

  @Override
  public String toString() {
    return switch (this) {
      case BLOCKING -> "blocking";
      case HANDLE -> "nonblocking";
      case IMPLICIT -> "implicit";
    };
  }
}
