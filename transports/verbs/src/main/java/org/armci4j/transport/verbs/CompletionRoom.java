package org.armci4j.transport.verbs;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the room that one user has taken in a shared completion queue. The user takes room before
 * it posts a request that will complete, and gives it back when the completion is handled. After
 * {@link #giveBackAll} the user needs no room any more.
 */
final class CompletionRoom {
  private final Semaphore shared;

  /** Completions that have room and have not been handled. */
  private final AtomicInteger taken = new AtomicInteger();

  /** True once no completion will come. */
  private volatile boolean over;

  /**
   * @param shared free room in the queue, in completions; null if the queue has room for all
   */
  CompletionRoom(Semaphore shared) {
    this.shared = shared;
  }

  /** Takes room for a number of completions; returns false, and takes nothing, if there is less. */
  boolean tryTake(int completions) {
    if (shared == null || over) {
      return true;
    }
    boolean there = shared.tryAcquire(completions);
    if (there) {
      taken.addAndGet(completions);
      if (over) { // since the look above: the room that was just taken is given back too
        giveBackAll();
      }
    }
    return there;
  }

  /**
   * Gives back the room of one completion. Does nothing after {@link #giveBackAll}, which has given
   * back the room of completions that still come.
   */
  void giveBack() {
    if (shared != null && taken.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      shared.release();
    }
  }

  /** Gives back all room that is taken, for good: no completion will come. */
  void giveBackAll() {
    over = true;
    if (shared != null) {
      shared.release(taken.getAndSet(0));
    }
  }
}
