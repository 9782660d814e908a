package org.armci4j.call;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.armci4j.ArmciTimeoutException;

/**
 * Answers for which there was no room on the way: those that a thread which must not wait could not
 * send, and those that waited in vain for {@code waitTimeout}. The thread of the calls sends them.
 */
final class Unsent {
  private record UnsentAnswer(int place, long outcome) {}

  private final Queue<UnsentAnswer> answers = new ConcurrentLinkedQueue<>();

  void add(int place, long outcome) {
    answers.add(new UnsentAnswer(place, outcome));
  }

  /**
   * Sends an answer, or keeps it for a later turn when the wait for room is over: no thread ends by
   * that, which others' calls need.
   */
  void send(Answers by, int place, long outcome) {
    try {
      by.send(place, outcome);
    } catch (ArmciTimeoutException full) {
      add(place, outcome);
    }
  }

  /** Sends one; false when there is none. */
  boolean sendOne(Answers by) {
    UnsentAnswer next = answers.poll();
    if (next != null) {
      send(by, next.place, next.outcome);
    }
    return next != null;
  }
}
