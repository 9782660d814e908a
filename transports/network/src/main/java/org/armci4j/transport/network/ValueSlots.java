package org.armci4j.transport.network;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLongArray;
import org.armci4j.waiting.OpenCondition;
import org.armci4j.waiting.Waiter;

/**
 * Registered words for the results of blocking reads and atomics of up to eight bytes. Each thread
 * takes one for the duration of its call.
 */
public final class ValueSlots {
  /** As many calls as hide the time of a round trip to another host. */
  private static final int COUNT = 256;

  /** Gives each slot a cache line: the device writes one while another thread reads the next. */
  public static final int STRIDE_BYTES = 64;

  /** Size of the memory that all slots take. */
  public static final int SIZE_BYTES = COUNT * STRIDE_BYTES;

  private static final long ALL_USED = -1;

  private static final OpenCondition<ValueSlots> HAS_FREE =
      (slots, _, _) -> slots.wordWithFree() >= 0;

  private final MemorySegment memory;
  private final Waiter waiter;

  /** Bit masks: a set bit marks a slot in use. */
  private final AtomicLongArray used = new AtomicLongArray(COUNT / Long.SIZE);

  /**
   * Creates free slots.
   *
   * @param memory registered memory of {@link #SIZE_BYTES}
   * @param waiter waits for a free slot
   */
  public ValueSlots(MemorySegment memory, Waiter waiter) {
    this.memory = memory;
    this.waiter = waiter;
  }

  /** Takes a slot. Waits for one when more than 256 threads are inside blocking calls. */
  public int take() {
    while (true) {
      int word = wordWithFree();
      if (word < 0) {
        waiter.await(
            HAS_FREE, this, 0, 0, waiter.defaultTimeoutNanos(), "a place for the result of a call");
        continue;
      }
      long now = used.get(word);
      int bit = Long.numberOfTrailingZeros(~now);
      if (bit < Long.SIZE && used.compareAndSet(word, now, now | (1L << bit))) {
        return word * Long.SIZE + bit;
      }
    }
  }

  /** Returns the index of the first word with a free slot, or −1. */
  private int wordWithFree() {
    for (int word = 0; word < used.length(); word++) {
      if (used.get(word) != ALL_USED) {
        return word;
      }
    }
    return -1;
  }

  /** Frees a slot. */
  public void giveBack(int slot) {
    // The addition clears the set bit; a lambda for it would be allocated.
    used.addAndGet(slot / Long.SIZE, -(1L << slot));
  }

  /** Returns the memory that holds all slots. */
  public MemorySegment memory() {
    return memory;
  }

  /** Returns where a slot begins in {@link #memory}, at a cache line of its own. */
  public long place(int slot) {
    return (long) slot * STRIDE_BYTES;
  }

  /** Returns the word at the beginning of a slot. */
  public long value(int slot) {
    return memory.get(JAVA_LONG, place(slot));
  }
}
