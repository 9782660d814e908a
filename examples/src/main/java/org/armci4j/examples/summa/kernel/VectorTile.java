package org.armci4j.examples.summa.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Computes a tile on vector registers: four rows of two vectors, whose eight sums stay in registers
 * and do not wait for one another.
 */
final class VectorTile implements TileKernel {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int ROWS = 4;
  private static final int COLUMNS = 2 * LANES;

  @Override
  public int rows() {
    return ROWS;
  }

  @Override
  public int columns() {
    return COLUMNS;
  }

  @Override
  public void multiply(double[] a, int aFrom, double[] b, int bFrom, int depth, double[] tile) {
    DoubleVector sum00 = DoubleVector.zero(SPECIES);
    DoubleVector sum01 = sum00;
    DoubleVector sum10 = sum00;
    DoubleVector sum11 = sum00;
    DoubleVector sum20 = sum00;
    DoubleVector sum21 = sum00;
    DoubleVector sum30 = sum00;
    DoubleVector sum31 = sum00;
    for (int k = 0; k < depth; k++) {
      int i = aFrom + k * ROWS;
      int j = bFrom + k * COLUMNS;
      DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, j);
      DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, j + LANES);
      DoubleVector a0 = DoubleVector.broadcast(SPECIES, a[i]);
      sum00 = a0.fma(b0, sum00);
      sum01 = a0.fma(b1, sum01);
      DoubleVector a1 = DoubleVector.broadcast(SPECIES, a[i + 1]);
      sum10 = a1.fma(b0, sum10);
      sum11 = a1.fma(b1, sum11);
      DoubleVector a2 = DoubleVector.broadcast(SPECIES, a[i + 2]);
      sum20 = a2.fma(b0, sum20);
      sum21 = a2.fma(b1, sum21);
      DoubleVector a3 = DoubleVector.broadcast(SPECIES, a[i + 3]);
      sum30 = a3.fma(b0, sum30);
      sum31 = a3.fma(b1, sum31);
    }
    store(sum00, sum01, tile, 0);
    store(sum10, sum11, tile, 1);
    store(sum20, sum21, tile, 2);
    store(sum30, sum31, tile, 3);
  }

  private static void store(DoubleVector left, DoubleVector right, double[] tile, int row) {
    left.intoArray(tile, row * COLUMNS);
    right.intoArray(tile, row * COLUMNS + LANES);
  }
}
