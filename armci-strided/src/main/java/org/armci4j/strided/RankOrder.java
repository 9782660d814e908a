package org.armci4j.strided;

import java.util.Arrays;

/** Sorts the elements of a list by their ranks; those of one rank stay in the order of the list. */
final class RankOrder {
  /** The rank of each element. */
  int[] ranks = {};

  /** The first byte of each element in its rank's block. */
  long[] offsets = {};

  /** The first byte of each element in the local memory, sorted by ranks. */
  long[] local = {};

  /** The first byte of each element in its rank's block, sorted by ranks. */
  long[] remote = {};

  /**
   * By rank, while elements are placed: the place of its next one; then: the place after its last.
   */
  private final int[] ends;

  RankOrder(int ranks) {
    this.ends = new int[ranks + 1];
  }

  /** Makes room for so many elements, and forgets those before. */
  void makeRoom(int count) {
    if (count > ranks.length) {
      ranks = new int[count];
      offsets = new long[count];
      local = new long[count];
      remote = new long[count];
    }
  }

  /**
   * Sorts the first elements.
   *
   * @param step bytes from one element to the next in local memory
   */
  void sort(int count, int step) {
    count(count);
    for (int i = 0; i < count; i++) {
      int place = ends[ranks[i]]++;
      local[place] = (long) i * step;
      remote[place] = offsets[i];
    }
  }

  private void count(int count) {
    Arrays.fill(ends, 0);
    for (int i = 0; i < count; i++) {
      ends[ranks[i] + 1]++;
    }
    for (int rank = 1; rank < ends.length; rank++) {
      ends[rank] += ends[rank - 1];
    }
  }

  /** Returns the first place of a rank's elements, when all are sorted. */
  int from(int rank) {
    return rank == 0 ? 0 : ends[rank - 1];
  }

  /** Returns the place after a rank's last element, when all are sorted. */
  int to(int rank) {
    return ends[rank];
  }
}
