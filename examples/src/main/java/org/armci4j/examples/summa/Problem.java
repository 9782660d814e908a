package org.armci4j.examples.summa;

/**
 * Describes C = A·B, with A of {@code rows} times {@code depth} and B of {@code depth} times {@code
 * columns}. The elements are small whole numbers, so that the product is exact in any order of
 * summation.
 *
 * @param rows of A and C
 * @param columns of B and C
 * @param depth columns of A, rows of B
 */
record Problem(int rows, int columns, int depth) {
  private static final int LARGEST = 9;

  /** Returns an element of A. */
  static double a(int row, int k) {
    return element(31 * row + 17 * k);
  }

  /** Returns an element of B. */
  static double b(int k, int column) {
    return element(13 * k + 41 * column + 7);
  }

  /** Scrambles the number. Regular matrices could hide a wrong panel. */
  private static double element(int number) {
    int bits = number * 0x9E3779B9;
    bits ^= bits >>> 15;
    return Math.floorMod((bits * 0x85EBCA6B) >>> 8, 2 * LARGEST + 1) - LARGEST;
  }

  /** Returns an element of C by the definition. */
  static double c(int row, int column, int depth) {
    double sum = 0;
    for (int k = 0; k < depth; k++) {
      sum += a(row, k) * b(k, column);
    }
    return sum;
  }

  double operations() {
    return 2.0 * rows * columns * depth;
  }
}
