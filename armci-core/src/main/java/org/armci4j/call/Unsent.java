package org.armci4j.call;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Answers that a thread which must not wait could not send, as there was no room on the way. The
 * thread of the calls sends them.
 */
final class Unsent {
  private record UnsentAnswer(int place, long outcome) {}

  private final Queue<UnsentAnswer> answers = new ConcurrentLinkedQueue<>();

  void add(int place, long outcome) {
    answers.add(new UnsentAnswer(place, outcome));
  }

  /** Sends one; false when there is none. */
  boolean sendOne(Answers by) {
    UnsentAnswer next = answers.poll();
    if (next != null) {
      by.send(next.place, next.outcome);
    }
    return next != null;
  }
}
