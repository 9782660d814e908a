package org.armci4j.lab.rails;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Places half of the ranks at each side of the wires. */
final class RailPlacement {
  private RailPlacement() {}

  /**
   * Places the first half of the ranks at one side, the others at the other.
   *
   * @return the side of each rank, 0 or 1
   */
  static int[] sequential(int ranks) {
    return IntStream.range(0, ranks).map(rank -> rank * 2 / ranks).toArray();
  }

  /**
   * Places ranks at random, but neither as {@link #sequential} nor as a rotation of that. For four
   * ranks this leaves only the placement in which the sides alternate. Rank 0 is at the first side.
   *
   * @param ranks number of ranks, at least 4
   * @param seed draws the same places each time
   * @return the side of each rank, 0 or 1
   */
  static int[] random(int ranks, long seed) {
    List<Integer> places = new ArrayList<>(Arrays.stream(sequential(ranks)).boxed().toList());
    Random random = new Random(seed);
    int[] drawn;
    do {
      Collections.shuffle(places, random);
      int first = places.getFirst();
      drawn = places.stream().mapToInt(side -> side ^ first).toArray();
    } while (changes(drawn) <= 2);
    return drawn;
  }

  /** Returns how often the next rank of the ring is at the other side. */
  static int changes(int... sides) {
    return (int)
        IntStream.range(0, sides.length)
            .filter(rank -> sides[rank] != sides[(rank + 1) % sides.length])
            .count();
  }
}
