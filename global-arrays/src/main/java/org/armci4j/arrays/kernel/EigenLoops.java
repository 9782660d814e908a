package org.armci4j.arrays.kernel;

/**
 * Loops of a symmetric eigenproblem. Each result depends on its operands alone, so it has the same
 * bits on any rank.
 */
public final class EigenLoops {
  /**
   * Sum of squares below which elements count as 0, where the matrix's largest element is about 1.
   * Smaller squares lose digits by underflow, and a reflection made of them would not be one.
   */
  private static final double NOTHING = 0x1p-900;

  private EigenLoops() {}

  /**
   * Makes the reflection {@code 1 − tau v v'} that sets all but the first of some elements to 0. No
   * reflection is needed where they are 0, or so small that the matrix's rounding hides them.
   *
   * @param column has the elements, and is not changed
   * @param first the first of the elements, at least the second one of the column
   * @param end behind the last of the elements
   * @param reflector receives v at the same places, tau at {@code end}, and at {@code end + 1} what
   *     the first element becomes; with tau 0, v is undefined
   */
  public static void reflector(double[] column, int first, int end, double[] reflector) {
    double squares = dot(column, column, first + 1, end);
    double head = column[first];
    if (squares < NOTHING) {
      reflector[end] = 0;
      reflector[end + 1] = head;
      return;
    }
    double norm = Math.sqrt(head * head + squares);
    double result = head > 0 ? -norm : norm; // the sign without cancellation
    reflector[first] = 1;
    for (int i = first + 1; i < end; i++) {
      reflector[i] = column[i] / (head - result);
    }
    reflector[end] = (result - head) / result;
    reflector[end + 1] = result;
  }

  /** Returns the sum of the products of two vectors' elements: four sums, as one would wait. */
  public static double dot(double[] x, double[] y, int first, int end) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int i = first;
    for (; i < end - 3; i += 4) {
      sum0 += x[i] * y[i];
      sum1 += x[i + 1] * y[i + 1];
      sum2 += x[i + 2] * y[i + 2];
      sum3 += x[i + 3] * y[i + 3];
    }
    for (; i < end; i++) {
      sum0 += x[i] * y[i];
    }
    return sum0 + sum1 + (sum2 + sum3);
  }

  /** Adds a multiple of a vector to another one. */
  public static void add(double factor, double[] summand, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * summand[i];
    }
  }

  /**
   * Subtracts {@code a x + b y} from a vector. The same sum results if both terms are exchanged.
   */
  public static void subtract(
      double a, double[] x, double b, double[] y, double[] from, int first, int end) {
    for (int i = first; i < end; i++) {
      from[i] -= a * x[i] + b * y[i];
    }
  }

  /** Replaces x by {@code c x − s y}, and y by {@code s x + c y}. */
  static void rotate(double c, double s, double[] x, double[] y) {
    for (int i = 0; i < x.length; i++) {
      double old = x[i];
      x[i] = c * old - s * y[i];
      y[i] = s * old + c * y[i];
    }
  }
}
