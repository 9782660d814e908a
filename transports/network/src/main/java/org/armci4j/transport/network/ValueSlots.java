package org.armci4j.transport.network;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;

/**
 * Registered words for the results of blocking reads and atomics of up to eight bytes. Each thread
 * takes one for the duration of its call.
 */
public final class ValueSlots {
  private static final int COUNT = Long.SIZE;

  /** Gives each slot a cache line: the device writes one while another thread reads the next. */
  private static final int STRIDE_BYTES = 64;

  /** Size of the memory that all slots take. */
  public static final int SIZE_BYTES = COUNT * STRIDE_BYTES;

  private static final long ALL_USED = -1;

  private static final Condition<ValueSlots> HAS_FREE =
      (slots, _, _) -> slots.used.get() != ALL_USED;

  private final MemorySegment memory;
  private final Waiter waiter;

  /** Bit mask: a set bit marks a slot in use. */
  private final AtomicLong used = new AtomicLong();

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

  /** Takes a slot. Waits for one when more than 64 threads are inside blocking calls. */
  public int take() {
    while (true) {
      long now = used.get();
      int slot = Long.numberOfTrailingZeros(~now);
      if (slot == COUNT) {
        waiter.await(
            HAS_FREE, this, 0, 0, waiter.defaultTimeoutNanos(), "a place for the result of a call");
      } else if (used.compareAndSet(now, now | (1L << slot))) {
        return slot;
      }
    }
  }

  /** Frees a slot. */
  public void giveBack(int slot) {
    used.addAndGet(-(1L << slot)); // clears the set bit; a lambda for it would be allocated
  }

  /** Returns the memory that holds all slots. */
  public MemorySegment memory() {
    return memory;
  }

  /** Returns where a slot begins in {@link #memory}, at a cache line of its own. */
  public long place(int slot) {
    return (long) slot * STRIDE_BYTES;
  }

  /** Returns the address of a slot. */
  public long address(int slot) {
    return memory.address() + place(slot);
  }

  /** Returns the word at the beginning of a slot. */
  public long value(int slot) {
    return memory.get(JAVA_LONG, place(slot));
  }
}
