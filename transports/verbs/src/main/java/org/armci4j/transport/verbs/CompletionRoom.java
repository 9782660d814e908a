package org.armci4j.transport.verbs;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one user has taken of the room in a completion queue that several share: room is taken
 * before something is posted that will complete, and given back when its completion is handled.
 */
final class CompletionRoom {
  private final Semaphore shared;

  /** Completions that will come, and have room. */
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * @param shared how many more completions the queue has room for
   */
  CompletionRoom(Semaphore shared) {
    this.shared = shared;
  }

  /** Takes room for so many completions if it is there. */
  boolean tryTake(int completions) {
    boolean there = shared.tryAcquire(completions);
    if (there) {
      taken.addAndGet(completions);
    }
    return there;
  }

  /**
   * Gives back the room of one: the last of some may come from the queue behind {@link #forget}.
   */
  void giveBack() {
    if (taken.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      shared.release();
    }
  }

  /** Gives back all room that is taken: no completion will come. */
  void forget() {
    shared.release(taken.getAndSet(0));
  }
}
