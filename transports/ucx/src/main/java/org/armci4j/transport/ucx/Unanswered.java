package org.armci4j.transport.ucx;

import org.armci4j.transport.ucx.RequestWindow.Kind;

/**
 * What was started on a connection and may not be carried out there although UCX calls it complete:
 * puts, after which a flush of UCX asks, and messages that nobody answers. Where all goes one way,
 * in its order, an answer to anything that follows them tells that too. Guarded by the origin's
 * lock.
 */
final class Unanswered {
  private boolean puts;
  private boolean marks;
  private boolean awaitedMarks;

  /**
   * An operation has been handed to UCX.
   *
   * @param inOrder whether all goes one way there
   */
  void started(Kind kind, boolean inOrder) {
    switch (kind) {
      case PUT, ADD -> puts = true;
      case MARK, CARRIED -> marks = true;
      case AWAITED_MARK -> awaitedMarks = true;
      case GET, WORD, ATOMIC, QUESTION -> {
        if (inOrder) {
          puts = false;
          marks = false;
          awaitedMarks = false;
        }
      }
      case FLUSH -> puts = false;
      case MESSAGE -> {} // the helper thread answers it
    }
  }

  /** Whether a fence must ask by something that is answered. */
  boolean hasMarks() {
    return marks;
  }

  /** Whether a fence must flush. */
  boolean hasPuts() {
    return puts;
  }

  /** Whether nothing would tell of a connection that has failed. */
  boolean isAny() {
    return puts || marks || awaitedMarks;
  }
}
