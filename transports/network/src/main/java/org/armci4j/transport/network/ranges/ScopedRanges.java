package org.armci4j.transport.network.ranges;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Table of ranges of the user's memory, each with the scope that it belongs to. Ranges may overlap:
 * memory of a scope that has ended may be allocated again in another one, and parts of one segment
 * may be added separately. A look-up begins with a binary search and allocates nothing. For one
 * thread at a time.
 *
 * <p>Source: "Introduction to Algorithms" (Cormen, Leiserson, Rivest, Stein), section 14.3: the
 * farthest end of some intervals tells whether any of them can hold a point. Here these are an
 * interval and all that precede it in a sorted array.
 *
 * @param <T> type of the object of each range
 */
public final class ScopedRanges<T> {
  private static final int FIRST_ROOM = 16;

  /**
   * A range.
   *
   * @param scope scope of the memory
   * @param address address of the first byte
   * @param sizeBytes length of the range
   * @param writable whether its memory may be written
   * @param owner the object of the range
   */
  public record ScopedRange<T>(
      MemorySegment.Scope scope, long address, long sizeBytes, boolean writable, T owner) {
    private long end() {
      return address + sizeBytes;
    }

    private boolean holds(MemorySegment.Scope of, long start, long lengthBytes, boolean write) {
      return scope.equals(of)
          && lengthBytes <= sizeBytes - (start - address)
          && (writable || !write);
    }
  }

  /** Sorted by address. */
  private ScopedRange<T>[] ranges = newArray(FIRST_ROOM);

  private long[] starts = new long[FIRST_ROOM];

  /** Farthest end of the range at that index and of all ranges before it. */
  private long[] reaches = new long[FIRST_ROOM];

  private int count;

  /**
   * Returns the object of a range that holds all of some bytes, or null.
   *
   * @param scope scope of their memory
   * @param address address of the first byte
   * @param lengthBytes number of bytes
   * @param write whether they are to be written
   */
  public T find(MemorySegment.Scope scope, long address, long lengthBytes, boolean write) {
    for (int i = countUpTo(address) - 1; i >= 0 && reaches[i] >= address + lengthBytes; i--) {
      ScopedRange<T> range = ranges[i];
      if (range.holds(scope, address, lengthBytes, write)) {
        return range.owner;
      }
    }
    return null;
  }

  /** Returns how many ranges begin at an address or before it. */
  private int countUpTo(long address) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Adds a range. */
  public void add(ScopedRange<T> range) {
    if (count == ranges.length) {
      ranges = Arrays.copyOf(ranges, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count);
      reaches = Arrays.copyOf(reaches, 2 * count);
    }
    int at = countUpTo(range.address);
    System.arraycopy(ranges, at, ranges, at + 1, count - at);
    ranges[at] = range;
    count++;
    renew(at);
  }

  /** Removes a range that was added; does nothing if it is not in the table. */
  @SuppressWarnings("ReferenceEquality") // equal ranges are separate entries
  public void remove(ScopedRange<T> range) {
    for (int i = countUpTo(range.address) - 1; i >= 0 && starts[i] == range.address; i--) {
      if (ranges[i] == range) {
        count--;
        System.arraycopy(ranges, i + 1, ranges, i, count - i);
        ranges[count] = null;
        renew(i);
        return;
      }
    }
  }

  /** Computes the starts and reaches anew, from an index on. */
  private void renew(int from) {
    long reach = from == 0 ? Long.MIN_VALUE : reaches[from - 1];
    for (int i = from; i < count; i++) {
      starts[i] = ranges[i].address;
      reach = Math.max(reach, ranges[i].end());
      reaches[i] = reach;
    }
  }

  @SuppressWarnings("unchecked") // only add() fills it
  private static <T> ScopedRange<T>[] newArray(int length) {
    return (ScopedRange<T>[]) new ScopedRange<?>[length];
  }
}
