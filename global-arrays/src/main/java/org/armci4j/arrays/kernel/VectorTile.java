package org.armci4j.arrays.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The innermost part of a matrix product: a small tile of it, from packed factors, on vector
 * registers. Four rows of two vectors are eight sums, which stay in registers and do not wait for
 * one another. More sums do not fit the 16 registers of AVX2, where they would be half as fast, and
 * are faster by less than a tenth with AVX-512.
 *
 * <p>{@link #add} is one method without helpers, called at one place. If the JIT leaves a helper as
 * a call, which depends on what else it has inlined, every vector that it takes becomes an object,
 * and products are some five times slower for good.
 *
 * <p>Only for a JVM that has the Vector API.
 *
 * <p>Source of the form: Goto, van de Geijn, "Anatomy of high-performance matrix multiplication"
 * (2008).
 */
final class VectorTile {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  /** Rows of a tile. */
  static final int ROWS = 4;

  /** Columns of a tile. */
  static final int COLUMNS = 2 * LANES;

  private VectorTile() {}

  /**
   * Adds a tile to a matrix.
   *
   * @param left a packed left factor, which has the {@link #ROWS} elements of each column together
   * @param leftFirst its first element
   * @param right a packed right factor, which has the {@link #COLUMNS} elements of each row
   *     together
   * @param rightFirst its first element
   * @param depth number of products in each sum
   * @param result the matrix, row-major
   * @param place the element of the matrix that the tile's first one is added to
   * @param step elements from one row of the matrix to the next
   */
  static void add(
      double[] left,
      int leftFirst,
      double[] right,
      int rightFirst,
      int depth,
      double[] result,
      int place,
      int step) {
    DoubleVector sum00 = DoubleVector.zero(SPECIES);
    DoubleVector sum01 = sum00;
    DoubleVector sum10 = sum00;
    DoubleVector sum11 = sum00;
    DoubleVector sum20 = sum00;
    DoubleVector sum21 = sum00;
    DoubleVector sum30 = sum00;
    DoubleVector sum31 = sum00;
    for (int k = 0; k < depth; k++) {
      int i = leftFirst + k * ROWS;
      int j = rightFirst + k * COLUMNS;
      DoubleVector b0 = DoubleVector.fromArray(SPECIES, right, j);
      DoubleVector b1 = DoubleVector.fromArray(SPECIES, right, j + LANES);
      DoubleVector a0 = DoubleVector.broadcast(SPECIES, left[i]);
      sum00 = a0.fma(b0, sum00);
      sum01 = a0.fma(b1, sum01);
      DoubleVector a1 = DoubleVector.broadcast(SPECIES, left[i + 1]);
      sum10 = a1.fma(b0, sum10);
      sum11 = a1.fma(b1, sum11);
      DoubleVector a2 = DoubleVector.broadcast(SPECIES, left[i + 2]);
      sum20 = a2.fma(b0, sum20);
      sum21 = a2.fma(b1, sum21);
      DoubleVector a3 = DoubleVector.broadcast(SPECIES, left[i + 3]);
      sum30 = a3.fma(b0, sum30);
      sum31 = a3.fma(b1, sum31);
    }
    DoubleVector.fromArray(SPECIES, result, place).add(sum00).intoArray(result, place);
    int half = place + LANES;
    DoubleVector.fromArray(SPECIES, result, half).add(sum01).intoArray(result, half);
    int row1 = place + step;
    DoubleVector.fromArray(SPECIES, result, row1).add(sum10).intoArray(result, row1);
    int half1 = row1 + LANES;
    DoubleVector.fromArray(SPECIES, result, half1).add(sum11).intoArray(result, half1);
    int row2 = row1 + step;
    DoubleVector.fromArray(SPECIES, result, row2).add(sum20).intoArray(result, row2);
    int half2 = row2 + LANES;
    DoubleVector.fromArray(SPECIES, result, half2).add(sum21).intoArray(result, half2);
    int row3 = row2 + step;
    DoubleVector.fromArray(SPECIES, result, row3).add(sum30).intoArray(result, row3);
    int half3 = row3 + LANES;
    DoubleVector.fromArray(SPECIES, result, half3).add(sum31).intoArray(result, half3);
  }
}
