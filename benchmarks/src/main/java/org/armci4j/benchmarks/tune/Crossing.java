package org.armci4j.benchmarks.tune;

import java.util.List;
import org.armci4j.bootstrap.text.Text;

/** From which size on one protocol is at least as fast as another. */
final class Crossing {
  /** What measurements of the same thing differ by. */
  private static final double NOISE = 1.03;

  private static final double CLEARLY = 1.1;

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

  /**
   * What an index says, in words.
   *
   * @param first the way that is for short transfers
   * @param second the way that is for long transfers
   * @param sizesBytes ascending
   * @param index of {@link #index}
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
   * Whether the first is clearly faster by the mean of the ratios, whatever the sizes.
   *
   * @param first times of one
   * @param usual times of the one to keep otherwise
   */
  static boolean isFasterOnTheWhole(double[] first, double[] usual) {
    double logarithms = 0;
    for (int i = 0; i < first.length; i++) {
      logarithms += Math.log(usual[i] / first[i]);
    }
    return logarithms / first.length > Math.log(CLEARLY);
  }

  /**
   * The best of some choices.
   *
   * @param usual the one to keep unless another is clearly faster
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
