package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/**
 * Slots in every rank's memory, one for each rank's contribution: everyone puts its part into
 * everyone's slot, each put followed by a signal that carries the number of the exchange.
 *
 * <p>There are two sets of slots, used in turn, and that is enough without any acknowledgement: who
 * starts exchange k + 2 has finished k + 1, so has had everyone's signal of k + 1, which each sends
 * only after it has read all of k, the last to use the same set.
 *
 * <pre>
 *   set 0: slot of rank 0 | slot of rank 1 | …    set 1: the same    signals of set 0 | of set 1
 * </pre>
 */
final class SharedSlots {
  /** How many words of 8 bytes a slot holds. */
  static final int WORDS = 512;

  private static final long SLOT_BYTES = 8L * WORDS;

  /** Each signal has a cache line of its own, as each has its own writer. */
  private static final long SIGNAL_BYTES = 64;

  private final Armci armci;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final long signalsOffset;
  private long number;

  SharedSlots(Armci armci) {
    this.armci = armci;
    this.signalsOffset = 2 * SLOT_BYTES * armci.size();
    this.memory = armci.allocate(signalsOffset + 2 * SIGNAL_BYTES * armci.size());
    this.own = memory.local();
  }

  /**
   * Gives this rank's part to all and returns when all parts are here.
   *
   * @return this rank's memory, with the part of each rank at its {@link #offset} until the next
   *     exchange but one begins
   */
  MemorySegment exchange(MemorySegment source, long sourceOffset, long sizeBytes) {
    number++;
    int me = armci.rank();
    for (int step = 0; step < armci.size(); step++) {
      int target = (me + step) % armci.size(); // each starts elsewhere, so that none is besieged
      armci.putSignal(
          source, sourceOffset, memory, target, offset(me), sizeBytes, memory, signal(me), number);
    }
    for (int rank = 0; rank < armci.size(); rank++) {
      armci.waitUntil(memory, signal(rank), Comparison.GE, number);
    }
    return own;
  }

  /** Where the part of {@code rank} in the latest exchange is. */
  long offset(int rank) {
    return (set() * armci.size() + rank) * SLOT_BYTES;
  }

  private long signal(int rank) {
    return signalsOffset + (set() * armci.size() + rank) * SIGNAL_BYTES;
  }

  private long set() {
    return number & 1;
  }
}
