package org.armci4j.benchmarks.tune;

import java.util.List;
import org.armci4j.bootstrap.text.Text;

/** Finds the size from which on one protocol is at least as fast as another. */
final class Crossing {
  /** Factor by which measurements of the same operation may differ. */
  private static final double NOISE = 1.03;

  private static final double CLEARLY = 1.1;

  private Crossing() {}

  /**
   * Returns the first size from which on the second protocol is never slower.
   *
   * @param sizesBytes sizes in ascending order
   * @param first times of the protocol for short transfers
   * @param second times of the protocol for long transfers
   * @return an index into the list; its size when the second protocol is slower at the largest size
   */
  static int index(List<Long> sizesBytes, double[] first, double[] second) {
    int index = sizesBytes.size();
    while (index > 0 && second[index - 1] <= NOISE * first[index - 1]) {
      index--;
    }
    return index;
  }

  /**
   * Returns the meaning of an index in words.
   *
   * @param first name of the protocol for short transfers
   * @param second name of the protocol for long transfers
   * @param sizesBytes sizes in ascending order
   * @param index a result of {@link #index}
   */
  static String reason(String first, String second, List<Long> sizesBytes, int index) {
    if (index == 0) {
      return Text.format("%s is no slower for any size", second);
    }
    String shorter =
        Text.format("%s is the faster one for %d bytes", first, sizesBytes.get(index - 1));
    return index == sizesBytes.size()
        ? shorter + ", the longest measured"
        : Text.format("%s, %s from %d on", shorter, second, sizesBytes.get(index));
  }

  /**
   * Returns whether the first choice is clearly faster, by the geometric mean of the ratios over
   * all sizes.
   *
   * @param first times of the first choice
   * @param usual times of the choice to keep otherwise
   */
  static boolean isFasterOnTheWhole(double[] first, double[] usual) {
    double logarithms = 0;
    for (int i = 0; i < first.length; i++) {
      logarithms += Math.log(usual[i] / first[i]);
    }
    return logarithms / first.length > Math.log(CLEARLY);
  }

  /**
   * Returns the index of the best choice.
   *
   * @param usual the choice to keep unless another is clearly faster
   */
  static int best(double[] times, int usual) {
    int best = usual;
    for (int i = 0; i < times.length; i++) {
      if (times[i] * CLEARLY < times[usual] && times[i] < times[best]) {
        best = i;
      }
    }
    return best;
  }
}
