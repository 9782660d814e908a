package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.random.RandomGenerator;

/** The model of a distributed matrix: all elements in one place, row-major. */
record PlainMatrix(int rows, int columns, double[] values) {
  /** Computes an element. */
  interface Element {
    double at(int i, int j);
  }

  static PlainMatrix of(int rows, int columns, Element element) {
    double[] values = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        values[i * columns + j] = element.at(i, j);
      }
    }
    return new PlainMatrix(rows, columns, values);
  }

  /** Draws whole numbers, whose sums and products are exact in any order and type. */
  static PlainMatrix whole(int rows, int columns, RandomGenerator random) {
    return of(rows, columns, (_, _) -> random.nextInt(-8, 9));
  }

  /** Draws numbers from −1 to 1 that are exact as {@code float}. */
  static PlainMatrix any(int rows, int columns, RandomGenerator random) {
    return of(rows, columns, (_, _) -> random.nextFloat(-1, 1));
  }

  double at(int i, int j) {
    return values[i * columns + j];
  }

  PlainMatrix transposed() {
    return of(columns, rows, (i, j) -> at(j, i));
  }

  PlainMatrix times(PlainMatrix right) {
    return of(
        rows,
        right.columns,
        (i, j) -> {
          double sum = 0;
          for (int k = 0; k < columns; k++) {
            sum += at(i, k) * right.at(k, j);
          }
          return sum;
        });
  }

  /** Returns the largest sum of a row's absolute values. */
  double norm() {
    double most = 0;
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = 0; j < columns; j++) {
        sum += Math.abs(at(i, j));
      }
      most = Math.max(most, sum);
    }
    return most;
  }

  /** Sets the elements of an array. Collective. */
  void store(FloatingArray<?> array) {
    if (array.dimensions() == 1) {
      array.map((index, _) -> values[(int) index[0]]);
    } else {
      array.map((index, _) -> at((int) index[0], (int) index[1]));
    }
  }

  /** Returns all elements of an array of 2 dimensions. */
  static PlainMatrix load(FloatingArray<?> array) {
    int rows = (int) array.shape()[0];
    int columns = (int) array.shape()[1];
    return new PlainMatrix(rows, columns, array.getDoubles(array.distribution().whole()));
  }

  /** Fails unless an array has exactly these elements, apart from the sign of 0. */
  void assertSame(FloatingArray<?> array, String what) {
    double[] found = array.getDoubles(array.distribution().whole());
    for (int i = 0; i < values.length; i++) {
      // 0 is added, as products of 0 have either sign
      assertEquals(values[i] + 0.0, found[i] + 0.0, what + ", element " + i + " of " + array);
    }
  }

  /** Fails unless the residual of a system is one of rounding. */
  void assertSolved(PlainMatrix x, PlainMatrix b, double epsilon) {
    PlainMatrix product = times(x);
    for (int j = 0; j < x.columns; j++) {
      double size = 0;
      double residual = 0;
      for (int i = 0; i < rows; i++) {
        size = Math.max(size, Math.abs(x.at(i, j)));
        residual = Math.max(residual, Math.abs(product.at(i, j) - b.at(i, j)));
      }
      double bound = 8 * rows * epsilon * norm() * size;
      assertTrue(residual <= bound, "column " + j + ": residual " + residual + ", bound " + bound);
    }
  }

  /**
   * Fails unless columns are orthonormal eigenvectors of rising eigenvalues, apart from rounding.
   */
  void assertEigenproblem(double[] found, PlainMatrix vectors, double epsilon) {
    assertEigenproblem(found, of(rows, rows, (i, j) -> i == j ? 1 : 0), vectors, epsilon);
  }

  /** The same in a metric of which no eigenvalue is below 1. */
  void assertEigenproblem(double[] found, PlainMatrix metric, PlainMatrix vectors, double epsilon) {
    PlainMatrix product = times(vectors);
    PlainMatrix scaled = metric.times(vectors);
    PlainMatrix squares = vectors.transposed().times(scaled);
    double bound = 8 * (rows + 4) * epsilon * metric.norm();
    for (int j = 0; j < rows; j++) {
      assertTrue(j == 0 || found[j] >= found[j - 1], "eigenvalue " + j + " is not the next one");
      for (int i = 0; i < rows; i++) {
        String place = "row " + i + " of vector " + j;
        double residual = product.at(i, j) - found[j] * scaled.at(i, j);
        assertEquals(0, residual, bound * norm(), place + " is not that of an eigenvector");
        assertEquals(i == j ? 1 : 0, squares.at(i, j), bound, place + " is not orthonormal");
      }
    }
  }
}
