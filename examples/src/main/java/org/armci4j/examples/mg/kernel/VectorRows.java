package org.armci4j.examples.mg.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Computes rows on vector registers. C2 does not reach C's speed on these loops by itself; with
 * vectors it does. It uses no fused multiply-add: the results must equal {@link PlainRows} bit for
 * bit, and the loops wait for memory, not for arithmetic.
 */
final class VectorRows implements RowKernels {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  /** Lanes 0, 0, 1, 1, …: the lower half of a vector, each element twice. */
  private static final VectorShuffle<Double> LOWER =
      VectorShuffle.fromOp(SPECIES, lane -> lane / 2);

  /** Lanes n/2, n/2, n/2 + 1, …: the upper half of a vector, each element twice. */
  private static final VectorShuffle<Double> UPPER =
      VectorShuffle.fromOp(SPECIES, lane -> LANES / 2 + lane / 2);

  /** The odd lanes. */
  private static final VectorMask<Double> ODD =
      VectorMask.fromLong(SPECIES, 0xAAAA_AAAA_AAAA_AAAAL >>> (64 - LANES));

  private final PlainRows plain = new PlainRows();

  @Override
  public void sumNeighbours(
      double[] a, int row, int dy, int dz, int count, double[] face, double[] edge) {
    int length = count + 2;
    if (length < LANES) {
      plain.sumNeighbours(a, row, dy, dz, count, face, edge);
      return;
    }
    for (int x = 0; x <= length - LANES; x += LANES) {
      sumNeighboursAt(a, row, x, dy, dz, face, edge);
    }
    // The last vector overlaps its predecessor and writes the same sums again.
    sumNeighboursAt(a, row, length - LANES, dy, dz, face, edge);
  }

  private static void sumNeighboursAt(
      double[] a, int row, int x, int dy, int dz, double[] face, double[] edge) {
    int i = row + x;
    at(a, i - dy).add(at(a, i + dy)).add(at(a, i - dz)).add(at(a, i + dz)).intoArray(face, x);
    at(a, i - dz - dy)
        .add(at(a, i - dz + dy))
        .add(at(a, i + dz - dy))
        .add(at(a, i + dz + dy))
        .intoArray(edge, x);
  }

  @Override
  public void residual(
      double[] u,
      double[] v,
      double[] r,
      int row,
      int count,
      double[] face,
      double[] edge,
      Stencil a) {
    double centre = a.centre();
    double aEdge = a.edge();
    double corner = a.corner();
    int x = 1;
    for (; x <= count + 1 - LANES; x += LANES) {
      DoubleVector edges = at(edge, x).add(at(face, x - 1)).add(at(face, x + 1));
      DoubleVector corners = at(edge, x - 1).add(at(edge, x + 1));
      at(v, row + x)
          .sub(at(u, row + x).mul(centre))
          .sub(edges.mul(aEdge))
          .sub(corners.mul(corner))
          .intoArray(r, row + x);
    }
    PlainRows.residualFrom(x, u, v, r, row, count, face, edge, a);
  }

  @Override
  public void smooth(
      double[] r, double[] u, int row, int count, double[] face, double[] edge, Stencil c) {
    double centre = c.centre();
    double cFace = c.face();
    double cEdge = c.edge();
    int x = 1;
    for (; x <= count + 1 - LANES; x += LANES) {
      DoubleVector faces = at(r, row + x - 1).add(at(r, row + x + 1)).add(at(face, x));
      DoubleVector edges = at(edge, x).add(at(face, x - 1)).add(at(face, x + 1));
      at(u, row + x)
          .add(at(r, row + x).mul(centre))
          .add(faces.mul(cFace))
          .add(edges.mul(cEdge))
          .intoArray(u, row + x);
    }
    PlainRows.smoothFrom(x, r, u, row, count, face, edge, c);
  }

  /**
   * Weighs every fine cell, which vectors do faster than every second cell, and then picks the
   * coarse ones.
   */
  @Override
  public void restrict(
      double[] fine,
      int fineRow,
      int count,
      double[] face,
      double[] edge,
      double[] coarse,
      int coarseRow,
      double[] scratch) {
    int x = 1;
    for (; x <= count + 1 - LANES; x += LANES) {
      DoubleVector faces = at(fine, fineRow + x - 1).add(at(fine, fineRow + x + 1));
      DoubleVector edges = at(face, x - 1).add(at(face, x + 1)).add(at(edge, x));
      DoubleVector corners = at(edge, x - 1).add(at(edge, x + 1));
      at(fine, fineRow + x)
          .mul(0.5)
          .add(faces.add(at(face, x)).mul(0.25))
          .add(edges.mul(0.125))
          .add(corners.mul(0.0625))
          .intoArray(scratch, x);
    }
    for (; x <= count; x++) {
      scratch[x] = PlainRows.weigh(fine, fineRow, x, face, edge);
    }
    for (int i = 1; i <= count / 2; i++) {
      coarse[coarseRow + i] = scratch[2 * i];
    }
  }

  @Override
  public void addRows(double[] a, int rowA, double[] b, int rowB, int count, double[] sum) {
    int length = count + 2;
    int x = 0;
    for (; x <= length - LANES; x += LANES) {
      at(a, rowA + x).add(at(b, rowB + x)).intoArray(sum, x);
    }
    for (; x < length; x++) {
      sum[x] = a[rowA + x] + b[rowB + x];
    }
  }

  @Override
  public void prolongate(
      double[] coarse, int coarseRow, int count, double weight, double[] fine, int fineRow) {
    double half = 0.5 * weight;
    int x = 0;
    for (; x <= count + 1 - LANES; x += LANES) {
      DoubleVector here = at(coarse, coarseRow + x);
      DoubleVector between = here.add(at(coarse, coarseRow + x + 1)).mul(half);
      DoubleVector on = here.mul(weight);
      int i = fineRow + 2 * x;
      at(fine, i).add(on.rearrange(LOWER).blend(between.rearrange(LOWER), ODD)).intoArray(fine, i);
      at(fine, i + LANES)
          .add(on.rearrange(UPPER).blend(between.rearrange(UPPER), ODD))
          .intoArray(fine, i + LANES);
    }
    PlainRows.prolongateFrom(x, coarse, coarseRow, count, weight, fine, fineRow);
  }

  private static DoubleVector at(double[] a, int index) {
    return DoubleVector.fromArray(SPECIES, a, index);
  }
}
