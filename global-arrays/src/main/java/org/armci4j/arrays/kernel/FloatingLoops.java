package org.armci4j.arrays.kernel;

/** Loops over pieces of blocks. */
public final class FloatingLoops {
  private FloatingLoops() {}

  /** Adds the absolute values of a piece to as many sums. */
  public static void addAbsolutes(double[] values, int count, double[] sums, int first) {
    for (int i = 0; i < count; i++) {
      sums[first + i] += Math.abs(values[i]);
    }
  }

  /** Returns where the value is that comes first by {@link #precedes}. */
  public static int first(double[] values, int count, boolean largest) {
    int best = 0;
    for (int i = 1; i < count; i++) {
      if (precedes(values[i], values[best], largest)) {
        best = i;
      }
    }
    return best;
  }

  /**
   * Returns whether a value is chosen before another one: the larger or the smaller, NaN before all
   * numbers. Equal values and NaNs do not precede each other.
   */
  public static boolean precedes(double value, double other, boolean largest) {
    if (largest) {
      return Double.compare(value, other) > 0;
    }
    if (Double.isNaN(other)) {
      return false;
    }
    return Double.isNaN(value) || Double.compare(value, other) < 0;
  }

  /** Returns the second largest of three values; NaN when one is NaN. */
  public static double median(double a, double b, double c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /** Writes the sums up to each value, and returns a value plus the sum of the piece. */
  public static double scan(
      double before, double[] values, int count, boolean inclusive, double[] result) {
    double sum = before;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      result[i] = inclusive ? sum + value : sum;
      sum += value;
    }
    return sum;
  }

  /** Writes the sums of the values of two pieces, each multiplied by a factor. */
  public static void add(
      double alpha, double[] first, double beta, double[] second, int count, double[] result) {
    for (int i = 0; i < count; i++) {
      result[i] = alpha * first[i] + beta * second[i];
    }
  }

  /**
   * Finds the steps of a piece of a point to its bounds.
   *
   * @param pieces the point, the direction, the lower and the upper bounds
   * @param least the least step of all and of moving elements, and the largest one with a negative
   *     sign; then −1 if an element is outside its bounds, else 0. All become smaller where the
   *     piece has smaller ones
   */
  public static void stepBounds(double[][] pieces, int count, double[] least) {
    for (int i = 0; i < count; i++) {
      double x = pieces[0][i];
      double v = pieces[1][i];
      double lower = pieces[2][i];
      double upper = pieces[3][i];
      double room = v > 0 ? upper - x : x - lower;
      boolean isFixed = v == 0 && (x == lower || x == upper);
      double moving = v == 0 ? Double.POSITIVE_INFINITY : room / Math.abs(v);
      double step = isFixed ? 0 : moving;
      least[0] = Math.min(least[0], step);
      least[1] = Math.min(least[1], moving);
      least[2] = Math.min(least[2], -step);
      least[3] = x >= lower && x <= upper ? least[3] : -1; // so a NaN is outside
    }
  }
}
