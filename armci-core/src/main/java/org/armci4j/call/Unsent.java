package org.armci4j.call;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;

/**
 * Queues answers that could not be sent as a network's buffers were full: those of a thread that
 * must not wait, and those that waited in vain for {@code waitTimeout}. The helper thread sends
 * them.
 */
final class Unsent {
  private record UnsentAnswer(int request, long outcome) {}

  private final Queue<UnsentAnswer> answers = new ConcurrentLinkedQueue<>();

  void add(int request, long outcome) {
    answers.add(new UnsentAnswer(request, outcome));
  }

  /**
   * Sends an answer, or queues it when the wait for a buffer times out: the time-out must not end a
   * thread that serves other calls. Drops an answer to a rank that has failed.
   */
  void send(Answers by, int request, long outcome) {
    try {
      by.send(request, outcome);
    } catch (ArmciTimeoutException full) {
      add(request, outcome);
    } catch (RankFailedException lost) {
      by.requireGoesOn(lost);
    }
  }

  /** Sends one queued answer; returns false if there is none. */
  boolean sendOne(Answers by) {
    UnsentAnswer next = answers.poll();
    if (next != null) {
      send(by, next.request, next.outcome);
    }
    return next != null;
  }
}
