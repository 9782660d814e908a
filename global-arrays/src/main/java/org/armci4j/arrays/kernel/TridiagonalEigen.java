package org.armci4j.arrays.kernel;

/**
 * Finds the eigenvalues of a symmetric tridiagonal matrix, and multiplies rows of an orthogonal
 * matrix by the same rotations. Ranks that each have some of its rows all do the same steps, so
 * their results are those of one matrix.
 *
 * <p>Source: the implicit QL algorithm of Martin, Wilkinson, Dubrulle, "The implicit QL algorithm"
 * (1968).
 */
public final class TridiagonalEigen {
  /** Steps for an eigenvalue, on average, before giving up; two or three are usual. */
  private static final int MOST_STEPS = 30;

  private final double[] diagonal;
  private final double[] beside;
  private final double[][] columns;

  /**
   * @param diagonal of the matrix; receives the eigenvalues in any order
   * @param beside element i is at row i and column i + 1 of the matrix; of the same length as the
   *     diagonal, so the last element has no meaning; becomes undefined
   * @param columns for each column of the orthogonal matrix its elements in some rows; column i
   *     receives the same rows of the eigenvector of eigenvalue i
   */
  public TridiagonalEigen(double[] diagonal, double[] beside, double[][] columns) {
    this.diagonal = diagonal;
    this.beside = beside;
    this.columns = columns;
  }

  /** Computes the eigenvalues; returns false when too many steps were not enough. */
  public boolean run() {
    int order = diagonal.length;
    long left = (long) MOST_STEPS * order;
    for (int first = 0; first < order; first++) {
      for (int last = last(first); last != first; last = last(first)) {
        if (left-- == 0) {
          return false;
        }
        step(first, last);
      }
    }
    return true;
  }

  /** Returns the last row of the part of the matrix, from a row on, that no zero cuts. */
  private int last(int first) {
    int last = first;
    while (last < diagonal.length - 1) {
      double size = Math.abs(diagonal[last]) + Math.abs(diagonal[last + 1]);
      if (size + Math.abs(beside[last]) == size) {
        break;
      }
      last++;
    }
    return last;
  }

  /** Makes the element beside the first row smaller, by rotations from the last row upwards. */
  private void step(int first, int last) {
    double ratio = (diagonal[first + 1] - diagonal[first]) / (2 * beside[first]);
    double root = length(ratio, 1);
    double shift = beside[first] / (ratio + (ratio < 0 ? -root : root));
    double g = diagonal[last] - diagonal[first] + shift;
    double s = 1;
    double c = 1;
    double change = 0;
    for (int i = last - 1; i >= first; i--) {
      double f = s * beside[i];
      double b = c * beside[i];
      double r = length(f, g);
      beside[i + 1] = r;
      if (r == 0) {
        diagonal[i + 1] -= change; // an underflow has cut the matrix here
        beside[last] = 0;
        return;
      }
      s = f / r;
      c = g / r;
      g = diagonal[i + 1] - change;
      double t = (diagonal[i] - g) * s + 2 * c * b;
      change = s * t;
      diagonal[i + 1] = g + change;
      g = c * t - b;
      EigenLoops.rotate(c, s, columns[i], columns[i + 1]);
    }
    diagonal[first] -= change;
    beside[first] = g;
    beside[last] = 0;
  }

  /** Returns the length of a vector, without overflow. */
  private static double length(double x, double y) {
    double most = Math.max(Math.abs(x), Math.abs(y));
    double least = Math.min(Math.abs(x), Math.abs(y));
    double ratio = most == 0 ? 0 : least / most;
    return most * Math.sqrt(1 + ratio * ratio);
  }
}
