package org.armci4j.transport.network;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;

/**
 * Registered words for the results of blocking reads and atomics of up to eight bytes: each thread
 * takes one for the length of its call.
 */
public final class ValueSlots {
  private static final int COUNT = Long.SIZE;

  /** A cache line each: the device writes one while another thread reads the next. */
  private static final int STRIDE_BYTES = 64;

  /** How much memory they take. */
  public static final int SIZE_BYTES = COUNT * STRIDE_BYTES;

  private static final long ALL_USED = -1;

  private static final Condition<ValueSlots> HAS_FREE =
      (slots, _, _) -> slots.used.get() != ALL_USED;

  private final MemorySegment memory;
  private final Waiter waiter;

  /** A set bit is a slot in use. */
  private final AtomicLong used = new AtomicLong();

  /**
   * All are free.
   *
   * @param memory of {@link #SIZE_BYTES}, registered
   * @param waiter waits for a free one
   */
  public ValueSlots(MemorySegment memory, Waiter waiter) {
    this.memory = memory;
    this.waiter = waiter;
  }

  /** Takes a slot; with more than 64 threads inside blocking calls, waits for one. */
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

  /** The slot is free again. */
  public void giveBack(int slot) {
    used.addAndGet(-(1L << slot)); // the bit is set; a function that clears it would be an object
  }

  /** What all slots lie in. */
  public MemorySegment memory() {
    return memory;
  }

  /** Where a slot begins there; it has a cache line of its own. */
  public long place(int slot) {
    return (long) slot * STRIDE_BYTES;
  }

  /** The address of a slot. */
  public long address(int slot) {
    return memory.address() + place(slot);
  }

  /** The word at its beginning. */
  public long value(int slot) {
    return memory.get(JAVA_LONG, place(slot));
  }
}
