package org.armci4j.completion;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The ring of slots that one origin fills in this rank's own block, as this rank empties it. Any
 * number of threads; taking an event takes no lock.
 */
final class IncomingRing {
  private final EventMemory memory;
  private final int origin;
  private final int slots;
  private final long creditsOffset;

  /**
   * While there are more events, credits go back so many at a time: a quarter of the ring, so that
   * an origin whose events are found soon never runs dry.
   */
  private final int batch;

  /** How many events have been taken. */
  private final AtomicLong taken = new AtomicLong();

  /** How many of them the origin has been told. Changed under the lock of this object. */
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
   * <p>The slot is read before it is claimed: the claim allows its return to the origin, and with
   * that its overwriting. The thread that loses the race for the claim throws away what it read.
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
        returnCredits(1); // who has found all has freed all
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

  /** Whether the origin has put as many events as it had credits for when it was told last. */
  private boolean isFull() {
    long last = returned + slots;
    long slot = EventLayout.slot(memory.ranks(), slots, origin, last);
    return Math.abs(memory.own(slot + EventLayout.SEQUENCE)) >= last;
  }

  /** Tells the origin what has been taken, if that is at least so much news. */
  void returnCredits(int atLeast) {
    if (taken.get() - returned >= atLeast) {
      returnAll();
    }
  }

  /** Under a lock, as the origin's word must never go back. */
  private synchronized void returnAll() {
    returned = taken.get();
    memory.armci().signal(memory.memory(), origin, creditsOffset, returned);
  }
}
