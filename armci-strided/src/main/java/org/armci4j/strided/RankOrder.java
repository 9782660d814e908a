package org.armci4j.strided;

import java.util.Arrays;

/** Sorts the elements of a list by their ranks; those of one rank stay in the order of the list. */
final class RankOrder {
  /**
   * By rank, while elements are placed: the place of its next one; then: the place after its last.
   */
  private final int[] ends;

  RankOrder(int ranks) {
    this.ends = new int[ranks + 1];
  }

  /**
   * Counts the elements of each rank.
   *
   * @param ranks the rank of each element
   * @param first the first element that takes part
   * @param end the element after the last one
   */
  void count(int[] ranks, int first, int end) {
    Arrays.fill(ends, 0);
    for (int i = first; i < end; i++) {
      ends[ranks[i] + 1]++;
    }
    for (int rank = 1; rank < ends.length; rank++) {
      ends[rank] += ends[rank - 1];
    }
  }

  /** Returns the place of the next element of a rank, counted from 0. */
  int place(int rank) {
    return ends[rank]++;
  }

  /** Returns the first place of a rank's elements, when all have been placed. */
  int from(int rank) {
    return rank == 0 ? 0 : ends[rank - 1];
  }

  /** Returns the place after a rank's last element, when all have been placed. */
  int to(int rank) {
    return ends[rank];
  }
}
