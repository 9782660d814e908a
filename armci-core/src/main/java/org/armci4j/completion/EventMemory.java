package org.armci4j.completion;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.waiting.ShortWork;

/**
 * Reads and writes the words of {@link EventLayout} in all ranks' blocks, for the rings of one
 * rank.
 */
final class EventMemory {
  private final Armci armci;
  private final Group group;
  private final GlobalMemory memory;
  private final AtomicLong bumps = new AtomicLong();

  /** Whether this rank reaches some rank only by a network. */
  private final boolean byNetwork;

  EventMemory(Armci armci, Group group, GlobalMemory memory) {
    this.armci = armci;
    this.group = group;
    this.memory = memory;
    this.byNetwork = Arrays.stream(group.ranks()).anyMatch(other -> memory.view(other) == null);
  }

  /**
   * Throws in short work if events go by a network: the operation would reserve a slot or take an
   * event and could not tell the other side.
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

  Group group() {
    return group;
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

  /** Changes a rank's word for arrivals, after the slot of an event has been filled. */
  void bump(int target) {
    armci.signal(memory, target, EventLayout.ARRIVALS, nextArrival());
  }

  /**
   * Returns the next value for a word for arrivals.
   *
   * <p>Each value is unique, so a waiter that read the word before it searched its rings sees a
   * change. A plain store suffices. If two origins store at once, the overwritten origin has filled
   * its slot before its store, and a rank that sees the later value also sees that slot: on the
   * supported CPUs (x86-64, aarch64) a store becomes visible to all others at the same moment.
   */
  long nextArrival() {
    return bumps.incrementAndGet() * armci.size() + armci.rank();
  }
}
