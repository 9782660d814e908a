package org.armci4j.benchmarks.tune;

import java.util.List;

/** From which size on one protocol is at least as fast as another. */
final class Crossing {
  /** What measurements of the same thing differ by. */
  private static final double NOISE = 1.03;

  private Crossing() {}

  /**
   * The first size from which on the second is never slower.
   *
   * @param sizesBytes ascending
   * @param first times of the one that is for short transfers
   * @param second times of the one that is for long transfers
   * @return an index into the list; its size when the second is slower for the longest
   */
  static int index(List<Long> sizesBytes, double[] first, double[] second) {
    int index = sizesBytes.size();
    while (index > 0 && second[index - 1] <= NOISE * first[index - 1]) {
      index--;
    }
    return index;
  }

  /** The best of some choices: the first of those that differ by noise alone. */
  static int best(double[] times) {
    int best = 0;
    for (int i = 1; i < times.length; i++) {
      if (times[i] * NOISE < times[best]) {
        best = i;
      }
    }
    return best;
  }
}
