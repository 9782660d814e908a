package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Registered words for the results of blocking reads and atomics of up to eight bytes: each thread
 * takes one for the length of its call.
 */
final class ValueSlots {
  private static final int COUNT = Long.SIZE;

  /** A cache line each: the device writes one while another thread reads the next. */
  private static final int STRIDE_BYTES = 64;

  static final int SIZE_BYTES = COUNT * STRIDE_BYTES;

  private final MemorySegment memory;
  private final int localKey;

  /** A set bit is a slot in use. */
  private final AtomicLong used = new AtomicLong();

  ValueSlots(MemorySegment memory, int localKey) {
    this.memory = memory;
    this.localKey = localKey;
  }

  int localKey() {
    return localKey;
  }

  /** Takes a slot; with more than 64 threads inside blocking calls, waits for one. */
  int take() {
    while (true) {
      long now = used.get();
      int slot = Long.numberOfTrailingZeros(~now);
      if (slot < COUNT && used.compareAndSet(now, now | (1L << slot))) {
        return slot;
      }
      Thread.onSpinWait();
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
