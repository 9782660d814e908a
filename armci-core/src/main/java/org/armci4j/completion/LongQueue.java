package org.armci4j.completion;

/**
 * A queue of 64-bit values for any number of threads. It allocates only when it holds more than
 * ever before.
 */
final class LongQueue {
  private long[] values = new long[16];
  private int first;

  /** Changed under the lock; read without it to pass over an empty queue at the cost of a load. */
  private volatile int count;

  synchronized void add(long value) {
    int held = count;
    if (held == values.length) {
      grow();
    }
    values[(first + held) & (values.length - 1)] = value;
    count = held + 1;
  }

  /** Moves the oldest value into a local event; false when there is none. */
  boolean take(int rank, Event into) {
    return count > 0 && takeOldest(rank, into);
  }

  private synchronized boolean takeOldest(int rank, Event into) {
    int held = count;
    if (held == 0) {
      return false;
    }
    into.set(Event.Kind.LOCAL, rank, values[first]);
    first = (first + 1) & (values.length - 1);
    count = held - 1;
    return true;
  }

  private void grow() {
    long[] larger = new long[2 * values.length];
    int head = values.length - first;
    System.arraycopy(values, first, larger, 0, head);
    System.arraycopy(values, 0, larger, head, first);
    values = larger;
    first = 0;
  }
}
