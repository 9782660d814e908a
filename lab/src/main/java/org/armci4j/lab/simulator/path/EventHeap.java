package org.armci4j.lab.simulator.path;

import java.util.Arrays;

/** Orders events by time, then by kind and number. */
final class EventHeap {
  private static final int NUMBER_BITS = 24;
  private static final long NUMBERS = (1L << NUMBER_BITS) - 1;

  private long[] heap = new long[1 << 12];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds an event. A number has at most 24 bits, a time 39 bits: nine minutes in nanoseconds. */
  void add(long nanos, int number) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    long event = nanos << NUMBER_BITS | number;
    int at = size++;
    while (at > 0 && heap[(at - 1) >> 1] > event) {
      heap[at] = heap[(at - 1) >> 1];
      at = (at - 1) >> 1;
    }
    heap[at] = event;
  }

  /** Removes and returns the next event. */
  long next() {
    long first = heap[0];
    long last = heap[--size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= last) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }

  static long nanos(long event) {
    return event >>> NUMBER_BITS;
  }

  static int number(long event) {
    return (int) (event & NUMBERS);
  }
}
