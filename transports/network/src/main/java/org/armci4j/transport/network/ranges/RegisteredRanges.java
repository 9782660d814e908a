package org.armci4j.transport.network.ranges;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;

/**
 * Table of registered memory by address range, with an object for each range. Each transfer looks a
 * range up; only allocation and freeing change the table. So a look-up is a binary search in an
 * immutable snapshot.
 *
 * <p>Source: table of registrations, "Host-assisted zero-copy remote memory access", section 2.
 *
 * @param <T> type of the objects
 */
public final class RegisteredRanges<T> {
  /** Sorted by start; ranges do not overlap. */
  private record Snapshot(long[] starts, long[] ends, Object[] owners) {
    static final Snapshot EMPTY = new Snapshot(new long[0], new long[0], new Object[0]);

    int find(long address, long lengthBytes) {
      int index = Arrays.binarySearch(starts, address);
      int candidate = index >= 0 ? index : -index - 2;
      return candidate >= 0 && lengthBytes <= ends[candidate] - address ? candidate : -1;
    }
  }

  private volatile Snapshot snapshot = Snapshot.EMPTY;

  /** Returns the object of the range that holds all of the bytes, or null. */
  @SuppressWarnings("unchecked") // only add() puts owners in
  public T find(long address, long lengthBytes) {
    Snapshot current = snapshot;
    int index = current.find(address, lengthBytes);
    return index < 0 ? null : (T) current.owners[index];
  }

  /** Adds a range, which overlaps no other. */
  public synchronized void add(long address, long sizeBytes, T owner) {
    Snapshot old = snapshot;
    int at = -Arrays.binarySearch(old.starts, address) - 1;
    int count = old.starts.length;
    if (at < 0
        || (at > 0 && old.ends[at - 1] > address)
        || (at < count && old.starts[at] < address + sizeBytes)) {
      throw new IllegalStateException(
          Text.format("%d bytes at 0x%x are registered already", sizeBytes, address));
    }
    snapshot =
        new Snapshot(
            insert(old.starts, at, address),
            insert(old.ends, at, address + sizeBytes),
            insert(old.owners, at, owner));
  }

  /** Removes the range that begins at an address; returns false when there is none. */
  public synchronized boolean remove(long address) {
    Snapshot old = snapshot;
    int at = Arrays.binarySearch(old.starts, address);
    if (at >= 0) {
      snapshot =
          new Snapshot(without(old.starts, at), without(old.ends, at), without(old.owners, at));
    }
    return at >= 0;
  }

  private static long[] insert(long[] from, int at, long value) {
    long[] to = Arrays.copyOf(from, from.length + 1);
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

  private static Object[] without(Object[] from, int at) {
    Object[] to = Arrays.copyOf(from, from.length - 1);
    System.arraycopy(from, at + 1, to, at, to.length - at);
    return to;
  }
}
