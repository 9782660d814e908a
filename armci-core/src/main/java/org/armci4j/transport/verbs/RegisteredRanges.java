package org.armci4j.transport.verbs;

import java.util.Arrays;

/**
 * The table of registered memory by range, with a local key and an object for each range. Looked up
 * at every transfer, changed when memory is allocated or freed: a look-up reads one immutable
 * snapshot and searches it by halves.
 *
 * <p>Source: table of registrations, "Host-assisted zero-copy remote memory access", section 2.
 *
 * @param <T> what is known of a range beside its key
 */
final class RegisteredRanges<T> {
  /** The answer for memory that is not registered; no key, as a key has 32 bits. */
  static final long NONE = -1;

  /** Sorted by start; ranges do not overlap. */
  private record Snapshot(long[] starts, long[] ends, int[] keys, Object[] owners) {
    static final Snapshot EMPTY = new Snapshot(new long[0], new long[0], new int[0], new Object[0]);

    int find(long address, long lengthBytes) {
      int index = Arrays.binarySearch(starts, address);
      int candidate = index >= 0 ? index : -index - 2;
      return candidate >= 0 && lengthBytes <= ends[candidate] - address ? candidate : -1;
    }
  }

  private volatile Snapshot snapshot = Snapshot.EMPTY;

  /**
   * The local key of the range that holds all of the bytes.
   *
   * @return the key as an unsigned number, or {@link #NONE}
   */
  long key(long address, long lengthBytes) {
    Snapshot current = snapshot;
    int index = current.find(address, lengthBytes);
    return index < 0 ? NONE : Integer.toUnsignedLong(current.keys[index]);
  }

  /** The owner of the range that holds all of the bytes, or null. */
  @SuppressWarnings("unchecked") // only add() puts owners in
  T owner(long address, long lengthBytes) {
    Snapshot current = snapshot;
    int index = current.find(address, lengthBytes);
    return index < 0 ? null : (T) current.owners[index];
  }

  synchronized void add(long address, long sizeBytes, int key, T owner) {
    Snapshot old = snapshot;
    int at = -Arrays.binarySearch(old.starts, address) - 1;
    int count = old.starts.length;
    if (at < 0
        || (at > 0 && old.ends[at - 1] > address)
        || (at < count && old.starts[at] < address + sizeBytes)) {
      throw new IllegalStateException(
          "%d bytes at 0x%x are registered already".formatted(sizeBytes, address));
    }
    snapshot =
        new Snapshot(
            insert(old.starts, at, address),
            insert(old.ends, at, address + sizeBytes),
            insert(old.keys, at, key),
            insert(old.owners, at, owner));
  }

  synchronized void remove(long address) {
    Snapshot old = snapshot;
    int at = Arrays.binarySearch(old.starts, address);
    if (at >= 0) {
      snapshot =
          new Snapshot(
              without(old.starts, at),
              without(old.ends, at),
              without(old.keys, at),
              without(old.owners, at));
    }
  }

  private static long[] insert(long[] from, int at, long value) {
    long[] to = Arrays.copyOf(from, from.length + 1);
    System.arraycopy(from, at, to, at + 1, from.length - at);
    to[at] = value;
    return to;
  }

  private static int[] insert(int[] from, int at, int value) {
    int[] to = Arrays.copyOf(from, from.length + 1);
    System.arraycopy(from, at, to, at + 1, from.length - at);
    to[at] = value;
    return to;
  }

  private static Object[] insert(Object[] from, int at, Object value) {
    Object[] to = Arrays.copyOf(from, from.length + 1);
    System.arraycopy(from, at, to, at + 1, from.length - at);
    to[at] = value;
    return to;
  }

  private static long[] without(long[] from, int at) {
    long[] to = Arrays.copyOf(from, from.length - 1);
    System.arraycopy(from, at + 1, to, at, to.length - at);
    return to;
  }

  private static int[] without(int[] from, int at) {
    int[] to = Arrays.copyOf(from, from.length - 1);
    System.arraycopy(from, at + 1, to, at, to.length - at);
    return to;
  }

  private static Object[] without(Object[] from, int at) {
    Object[] to = Arrays.copyOf(from, from.length - 1);
    System.arraycopy(from, at + 1, to, at, to.length - at);
    return to;
  }
}
