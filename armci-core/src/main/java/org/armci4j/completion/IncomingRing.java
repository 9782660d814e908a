package org.armci4j.completion;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The ring of slots in this rank's own block that one origin fills and this rank empties. Any
 * number of threads may use it; taking an event takes no lock.
 */
final class IncomingRing {
  private final EventMemory memory;
  private final int origin;
  private final int slots;
  private final long creditsOffset;

  /**
   * Number of credits that are returned together while there are more events: a quarter of the
   * ring, so that an origin whose events are found soon always has credits.
   */
  private final int batch;

  /** Number of events taken. */
  private final AtomicLong taken = new AtomicLong();

  /** Number of taken events that the origin has been told. Written under this object's lock. */
  private volatile long returned;

  IncomingRing(EventMemory memory, int origin, int slots) {
    this.memory = memory;
    this.origin = origin;
    this.slots = slots;
    this.creditsOffset = EventLayout.credits(memory.rank());
    this.batch = Math.max(1, slots / 4);
  }

  /**
   * Takes the oldest event, if there is one.
   *
   * <p>The slot is read before it is claimed: after the claim it may be returned to the origin and
   * overwritten. A thread that loses the race for the claim drops the values that it read.
   */
  boolean take(Event into) {
    while (true) {
      long before = taken.get();
      long number = before + 1;
      long slot = EventLayout.slot(memory.ranks(), slots, origin, number);
      long sequence = memory.own(slot + EventLayout.SEQUENCE);
      boolean filled = sequence == number || sequence == -number;
      long identifier = filled ? memory.own(slot + EventLayout.IDENTIFIER) : 0;
      if (!filled && taken.get() == before) {
        returnCredits(1); // the ring is empty, so all its slots are free
        return false;
      }
      if (filled && taken.compareAndSet(before, number)) {
        returnCredits(isFull() ? 1 : batch);
        if (sequence > 0) {
          into.set(Event.Kind.REMOTE, origin, identifier);
          return true;
        }
      }
    }
  }

  /** Returns whether the origin has used all the credits that it was last told of. */
  private boolean isFull() {
    long last = returned + slots;
    long slot = EventLayout.slot(memory.ranks(), slots, origin, last);
    return Math.abs(memory.own(slot + EventLayout.SEQUENCE)) >= last;
  }

  /** Returns the outstanding credits to the origin, if there are at least a given number. */
  void returnCredits(int atLeast) {
    if (taken.get() - returned >= atLeast) {
      returnAll();
    }
  }

  /** Returns all outstanding credits, under a lock, as the origin's word must never decrease. */
  private synchronized void returnAll() {
    returned = taken.get();
    memory.armci().signal(memory.memory(), origin, creditsOffset, returned);
  }
}
