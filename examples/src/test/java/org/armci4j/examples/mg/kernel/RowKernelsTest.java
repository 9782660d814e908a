package org.armci4j.examples.mg.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RowKernelsTest {
  private static final int LONGEST = 67;
  private static final int DY = LONGEST + 2;
  private static final int DZ = 3 * DY;
  private static final int ROW = DZ + DY; // the middle row of three planes of three rows
  private static final Stencil STENCIL = new Stencil(-8.0 / 3.0, 1.0 / 33.0, 1.0 / 6.0, 1.0 / 12.0);

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final RowKernels plain = new PlainRows();
  private final RowKernels vectors = RowKernels.best();

  /** Runs one kernel on one set of data and returns everything that it wrote. */
  private interface Kernel {
    double[][] run(RowKernels rows, int count);
  }

  @Test
  void theTestsRunWithVectors() {
    assertNotEquals(PlainRows.class, vectors.getClass(), "export jdk.internal.module to the tests");
  }

  @Test
  void neighbourSumsAreBitIdentical() {
    double[] a = data(3 * DZ);
    compare(
        (rows, count) -> {
          double[] face = new double[DY];
          double[] edge = new double[DY];
          rows.sumNeighbours(a, ROW, DY, DZ, count, face, edge);
          return new double[][] {face, edge};
        });
  }

  @Test
  void residualsAreBitIdenticalAlsoInPlace() {
    double[] u = data(3 * DZ);
    double[] v = data(3 * DZ);
    double[] face = data(DY);
    double[] edge = data(DY);
    compare(
        (rows, count) -> {
          double[] r = new double[3 * DZ];
          double[] inPlace = v.clone();
          rows.residual(u, v, r, ROW, count, face, edge, STENCIL);
          rows.residual(u, inPlace, inPlace, ROW, count, face, edge, STENCIL);
          return new double[][] {r, inPlace};
        });
  }

  @Test
  void smoothingIsBitIdentical() {
    double[] r = data(3 * DZ);
    double[] u = data(3 * DZ);
    double[] face = data(DY);
    double[] edge = data(DY);
    compare(
        (rows, count) -> {
          double[] smoothed = u.clone();
          rows.smooth(r, smoothed, ROW, count, face, edge, STENCIL);
          return new double[][] {smoothed};
        });
  }

  @Test
  void restrictionIsBitIdentical() {
    double[] fine = data(3 * DZ);
    double[] face = data(DY);
    double[] edge = data(DY);
    compare(
        (rows, count) -> {
          double[] coarse = new double[DY];
          rows.restrict(fine, ROW, count, face, edge, coarse, 0, new double[DY]);
          return new double[][] {coarse};
        });
  }

  @Test
  void prolongationIsBitIdentical() {
    double[] coarse = data(3 * DZ);
    double[] fine = data(2 * DY);
    compare(
        (rows, count) -> {
          double[] corrected = fine.clone();
          double[] sum = new double[DY];
          rows.prolongate(coarse, ROW, count, 0.25, corrected, 0);
          rows.addRows(coarse, ROW, coarse, ROW + DY, count, sum);
          return new double[][] {corrected, sum};
        });
  }

  private double[] data(int length) {
    return random.doubles(length, -1.0, 1.0).toArray();
  }

  private void compare(Kernel kernel) {
    for (int count = 1; count <= LONGEST; count++) {
      double[][] expected = kernel.run(plain, count);
      double[][] actual = kernel.run(vectors, count);
      for (int i = 0; i < expected.length; i++) {
        assertArrayEquals(expected[i], actual[i], "row of " + count + ", seed " + seed);
      }
    }
  }
}
