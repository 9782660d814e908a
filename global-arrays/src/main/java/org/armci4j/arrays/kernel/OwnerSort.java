package org.armci4j.arrays.kernel;

import java.util.Arrays;

/**
 * Sorts the elements of a list by their owners, in the order of the list for each owner. Keeps its
 * arrays from one list to the next. For one thread at a time.
 */
public final class OwnerSort {
  private int[] owners = {};
  private long[] offsets = {};
  private long[] local = {};
  private long[] remote = {};

  /** Where the elements of each owner end after the sort; before it, those of the owner before. */
  private final int[] ends;

  /**
   * @param ranks number of owners
   */
  public OwnerSort(int ranks) {
    this.ends = new int[ranks + 1];
  }

  /** Makes room for so many elements. */
  public void ensure(int elements) {
    if (owners.length < elements) {
      owners = new int[elements];
      offsets = new long[elements];
      local = new long[elements];
      remote = new long[elements];
    }
  }

  /** Returns the place for the owner of each element; changes with {@link #ensure}. */
  public int[] owners() {
    return owners;
  }

  /** Returns the place for the first byte of each element in its owner's block. */
  public long[] offsets() {
    return offsets;
  }

  /** Sorts the first elements, which have {@code elementBytes} each. */
  public void sort(int elements, int elementBytes) {
    Arrays.fill(ends, 0);
    for (int i = 0; i < elements; i++) {
      ends[owners[i] + 1]++;
    }
    for (int owner = 1; owner < ends.length; owner++) {
      ends[owner] += ends[owner - 1];
    }
    for (int i = 0; i < elements; i++) {
      int place = ends[owners[i]]++;
      local[place] = (long) i * elementBytes;
      remote[place] = offsets[i];
    }
  }

  /** Returns the first place of an owner's elements. */
  public int from(int owner) {
    return owner == 0 ? 0 : ends[owner - 1];
  }

  /** Returns the place after an owner's last element. */
  public int to(int owner) {
    return ends[owner];
  }

  /** Returns the first byte of each element among the elements of the list. */
  public long[] local() {
    return local;
  }

  /** Returns the first byte of each element in its owner's block. */
  public long[] remote() {
    return remote;
  }
}
