package org.armci4j.call;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.armci4j.error.ArmciTimeoutException;

/**
 * Queues answers that could not be sent for lack of room: those of a thread that must not wait, and
 * those that waited in vain for {@code waitTimeout}. The helper thread sends them.
 */
final class Unsent {
  private record UnsentAnswer(int place, long outcome) {}

  private final Queue<UnsentAnswer> answers = new ConcurrentLinkedQueue<>();

  void add(int place, long outcome) {
    answers.add(new UnsentAnswer(place, outcome));
  }

  /**
   * Sends an answer, or queues it when the wait for room times out: the time-out must not end a
   * thread that serves other calls.
   */
  void send(Answers by, int place, long outcome) {
    try {
      by.send(place, outcome);
    } catch (ArmciTimeoutException full) {
      add(place, outcome);
    }
  }

  /** Sends one queued answer; returns false if there is none. */
  boolean sendOne(Answers by) {
    UnsentAnswer next = answers.poll();
    if (next != null) {
      send(by, next.place, next.outcome);
    }
    return next != null;
  }
}
