package org.armci4j.completion;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.transport.WordWrites;

/**
 * This rank's ring of slots in one target's block, which only this rank fills. A slot is reserved
 * by number, which needs credit, and published when its data is in place. Any number of threads may
 * use it; reserving takes no lock, and slots may be published in any order.
 */
final class OutgoingRing {
  private final EventMemory memory;
  private final int target;
  private final int slots;
  private final long creditsOffset;

  /** The latest number reserved. */
  private final AtomicLong reserved = new AtomicLong();

  OutgoingRing(EventMemory memory, int target) {
    this.memory = memory;
    this.target = target;
    this.slots = (int) memory.armci().getLong(memory.memory(), target, EventLayout.SLOTS);
    this.creditsOffset = EventLayout.credits(target);
  }

  /**
   * Reserves the next slot, if the target has taken its previous event.
   *
   * @return its number, which must be published even if the put fails, or 0 when the ring is full
   */
  long tryReserve() {
    long last = reserved.get();
    while (last - memory.own(creditsOffset) < slots) {
      if (reserved.compareAndSet(last, last + 1)) {
        return last + 1;
      }
      last = reserved.get();
    }
    return 0;
  }

  /** Waits until the target has freed a slot, which another thread may reserve first. */
  void awaitCredit() {
    long needed = reserved.get() - slots + 1;
    try {
      memory
          .armci()
          .signals()
          .awaitWord(target, memory.memory(), creditsOffset, Comparison.GE, needed);
    } catch (ArmciTimeoutException e) {
      ArmciTimeoutException full =
          new ArmciTimeoutException(
              Text.format(
                      "put by rank %d to rank %d: all %d event slots there are full, and rank %d"
                          + " has not",
                      memory.rank(), target, slots, target)
                  + " probed within the setting waitTimeout; let it probe, put with tryPut and"
                  + " probe in between, or raise ARMCI_EVENT_SLOTS");
      full.initCause(e);
      throw full;
    }
  }

  /**
   * Starts a put, followed by the event of a reserved slot: its identifier, its number, and the
   * target's word for arrivals.
   */
  void start(
      long number,
      long identifier,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory data,
      long offset,
      long sizeBytes,
      LocalEvents.StartedPut put) {
    long slot = slot(number);
    WordWrites event =
        put.words()
            .clear()
            .add(slot + EventLayout.IDENTIFIER, identifier)
            .add(slot + EventLayout.SEQUENCE, number);
    memory
        .armci()
        .signals()
        .nbPut(
            source,
            sourceOffset,
            data,
            target,
            offset,
            sizeBytes,
            memory.memory(),
            event,
            EventLayout.ARRIVALS,
            memory.nextArrival(),
            put.handle());
  }

  /**
   * Publishes a reserved slot whose put has failed as one without an event; the target skips it.
   */
  void withdraw(long number) {
    long sequence = slot(number) + EventLayout.SEQUENCE;
    memory.armci().signal(memory.memory(), target, sequence, -number);
    memory.bump(target);
  }

  private long slot(long number) {
    return EventLayout.slot(memory.ranks(), slots, memory.rank(), number);
  }
}
