package org.armci4j.examples.words;

/**
 * Deals the numbers from 0 to {@code count - 1} to the ranks in turn.
 *
 * @param count how many numbers there are
 * @param ranks how many ranks share them
 * @param rank this rank
 */
public record RoundRobin(int count, int ranks, int rank) {
  /**
   * Returns the owner of a number.
   *
   * @param number the number
   * @return the rank
   */
  public int owner(int number) {
    return number % ranks;
  }

  /**
   * Returns the place of a number among the numbers of its owner.
   *
   * @param number the number
   * @return the place, from 0
   */
  public int place(int number) {
    return number / ranks;
  }

  /**
   * Returns the number at one of this rank's places.
   *
   * @param place the place
   * @return the number
   */
  public int number(int place) {
    return place * ranks + rank;
  }

  /**
   * Returns how many numbers this rank owns.
   *
   * @return the number of its places
   */
  public int own() {
    return (count - rank + ranks - 1) / ranks;
  }
}
