package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;

/**
 * Registered words for the results of blocking reads and atomics of up to eight bytes: each thread
 * takes one for the length of its call.
 */
final class ValueSlots {
  private static final int COUNT = Long.SIZE;

  /** A cache line each: the device writes one while another thread reads the next. */
  private static final int STRIDE_BYTES = 64;

  static final int SIZE_BYTES = COUNT * STRIDE_BYTES;

  private static final long ALL_USED = -1;

  private static final Condition<ValueSlots> HAS_FREE =
      (slots, _, _) -> slots.used.get() != ALL_USED;

  private final MemorySegment memory;
  private final int localKey;
  private final Waiter waiter;

  /** A set bit is a slot in use. */
  private final AtomicLong used = new AtomicLong();

  ValueSlots(MemorySegment memory, int localKey, Waiter waiter) {
    this.memory = memory;
    this.localKey = localKey;
    this.waiter = waiter;
  }

  int localKey() {
    return localKey;
  }

  /** Takes a slot; with more than 64 threads inside blocking calls, waits for one. */
  int take() {
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

  void giveBack(int slot) {
    used.addAndGet(-(1L << slot)); // the bit is set; a function that clears it would be an object
  }

  long address(int slot) {
    return memory.address() + (long) slot * STRIDE_BYTES;
  }

  long value(int slot) {
    return memory.get(JAVA_LONG, (long) slot * STRIDE_BYTES);
  }
}
