package org.armci4j.transport.ucx;

import org.armci4j.transport.ucx.RequestWindow.Kind;

/**
 * Kinds of operations on a connection that UCX calls complete, though the other side may not have
 * carried them out. These are puts, which a flush of UCX covers, and messages without an answer.
 * Where the other side carries out everything in order, an answer to any later operation covers
 * them too. Guarded by the origin's lock.
 */
final class Unanswered {
  private boolean puts;
  private boolean marks;
  private boolean awaitedMarks;

  /**
   * Notes an operation that has been handed to UCX.
   *
   * @param inOrder whether the other side carries out everything in order
   */
  void started(Kind kind, boolean inOrder) {
    switch (kind) {
      case PUT, ADD -> puts = true;
      case MARK, CARRIED -> marks = true;
      case AWAITED_MARK, ANSWER -> awaitedMarks = true;
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

  /** Returns whether a fence must ask by an operation that is answered. */
  boolean hasMarks() {
    return marks;
  }

  /** Returns whether a fence must ask, by an operation that is answered. */
  boolean hasPuts() {
    return puts;
  }

  /** Returns whether a failure of the connection would go unnoticed. */
  boolean isAny() {
    return puts || marks || awaitedMarks;
  }
}
