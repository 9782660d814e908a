package org.armci4j.completion;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.waiting.ShortWork;

/** The words of {@link EventLayout} in all ranks' blocks, for the rings of one rank. */
final class EventMemory {
  private final Armci armci;
  private final GlobalMemory memory;
  private final AtomicLong bumps = new AtomicLong();

  /** Whether some rank is reached by a network alone. */
  private final boolean byNetwork;

  EventMemory(Armci armci, GlobalMemory memory) {
    this.armci = armci;
    this.memory = memory;
    this.byNetwork = IntStream.range(0, armci.size()).anyMatch(other -> memory.view(other) == null);
  }

  /**
   * Refuses short work where events go by a network: a slot would be reserved, or an event taken,
   * of which the other side could not be told.
   */
  void refuseShortWork(String operation) {
    if (byNetwork) {
      ShortWork.refuse(operation);
    }
  }

  int rank() {
    return armci.rank();
  }

  int ranks() {
    return armci.size();
  }

  Armci armci() {
    return armci;
  }

  GlobalMemory memory() {
    return memory;
  }

  /** Reads a word of this rank's own block, with acquire. */
  long own(long offset) {
    return armci.getLong(memory, armci.rank(), offset);
  }

  /** Tells a rank that it has an event: changes its word for arrivals, after the event's slot. */
  void bump(int target) {
    armci.signal(memory, target, EventLayout.ARRIVALS, nextArrival());
  }

  /**
   * What a word for arrivals is changed to.
   *
   * <p>The value is one that nobody has written or will write, so a waiter that saw any other value
   * before it looked through its rings sees a change. A plain store does: when two origins write at
   * once, the one whose value is overwritten has filled its slot before, and a rank that sees the
   * later value sees that slot, as on all our CPUs (x86-64, aarch64) a store becomes visible to all
   * others at one moment.
   */
  long nextArrival() {
    return bumps.incrementAndGet() * armci.size() + armci.rank();
  }
}
