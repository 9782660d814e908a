package org.armci4j.examples.common;

import org.armci4j.Armci;

/**
 * Deals indices to the ranks in turn, as cards are dealt: index i is at place i / ranks of rank i %
 * ranks. The lower half of a matrix has longer rows further down. Blocks of rows would give the
 * last rank most entries; dealt rows give all ranks about as many.
 *
 * @param length number of indices
 * @param ranks number of ranks
 * @param rank this one
 */
public record CyclicDeal(int length, int ranks, int rank) {
  /**
   * Deals to all ranks of a job.
   *
   * @param armci the rank's runtime
   * @param length number of indices
   * @return the deal as this rank sees it
   */
  public static CyclicDeal of(Armci armci, int length) {
    return new CyclicDeal(length, armci.size(), armci.rank());
  }

  /**
   * Deals another number of indices to the same ranks.
   *
   * @param other number of indices
   * @return the deal as this rank sees it
   */
  public CyclicDeal ofLength(int other) {
    return new CyclicDeal(other, ranks, rank);
  }

  /**
   * Returns the number of this rank's indices.
   *
   * @return at least 0
   */
  public int count() {
    return countBelow(rank, length);
  }

  /**
   * Returns how many indices below a limit a rank has. They have the first places there.
   *
   * @param owner the rank
   * @param limit an index, or the length
   * @return at least 0
   */
  int countBelow(int owner, int limit) {
    return (limit - owner + ranks - 1) / ranks;
  }

  /**
   * Returns who has an index.
   *
   * @param index the index
   * @return a rank
   */
  public int owner(int index) {
    return index % ranks;
  }

  /**
   * Returns who has an index whose place is known, without another division.
   *
   * @param index the index
   * @param place its place there
   * @return a rank
   */
  int owner(int index, int place) {
    return index - place * ranks;
  }

  /**
   * Returns where the owner has an index.
   *
   * @param index the index
   * @return from 0 on, among the indices of its owner
   */
  public int place(int index) {
    return index / ranks;
  }

  /**
   * Returns the index at a place of a rank.
   *
   * @param owner the rank
   * @param place among the indices of that rank
   * @return the index
   */
  public int index(int owner, int place) {
    return place * ranks + owner;
  }

  /**
   * Returns the index at a place of this rank.
   *
   * @param place among this rank's indices
   * @return the index
   */
  public int index(int place) {
    return index(rank, place);
  }

  /**
   * Returns this rank's elements of an array.
   *
   * @param whole an element for each index
   * @return an element for each place
   */
  public int[] share(int[] whole) {
    int[] own = new int[count()];
    for (int place = 0; place < own.length; place++) {
      own[place] = whole[index(place)];
    }
    return own;
  }
}
