package org.armci4j.examples.mg.kernel;

/** Computes rows in plain loops, for JVMs without the Vector API. Also finishes vector rows. */
final class PlainRows implements RowKernels {
  @Override
  public void sumNeighbours(
      double[] a, int row, int dy, int dz, int count, double[] face, double[] edge) {
    for (int x = 0; x < count + 2; x++) {
      int i = row + x;
      face[x] = a[i - dy] + a[i + dy] + a[i - dz] + a[i + dz];
      edge[x] = a[i - dz - dy] + a[i - dz + dy] + a[i + dz - dy] + a[i + dz + dy];
    }
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
    residualFrom(1, u, v, r, row, count, face, edge, a);
  }

  static void residualFrom(
      int first,
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
    for (int x = first; x <= count; x++) {
      r[row + x] =
          v[row + x]
              - centre * u[row + x]
              - aEdge * (edge[x] + face[x - 1] + face[x + 1])
              - corner * (edge[x - 1] + edge[x + 1]);
    }
  }

  @Override
  public void smooth(
      double[] r, double[] u, int row, int count, double[] face, double[] edge, Stencil c) {
    smoothFrom(1, r, u, row, count, face, edge, c);
  }

  static void smoothFrom(
      int first,
      double[] r,
      double[] u,
      int row,
      int count,
      double[] face,
      double[] edge,
      Stencil c) {
    double centre = c.centre();
    double cFace = c.face();
    double cEdge = c.edge();
    for (int x = first; x <= count; x++) {
      u[row + x] =
          u[row + x]
              + centre * r[row + x]
              + cFace * (r[row + x - 1] + r[row + x + 1] + face[x])
              + cEdge * (edge[x] + face[x - 1] + face[x + 1]);
    }
  }

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
    for (int x = 2; x <= count; x += 2) {
      coarse[coarseRow + x / 2] = weigh(fine, fineRow, x, face, edge);
    }
  }

  static double weigh(double[] fine, int fineRow, int x, double[] face, double[] edge) {
    return 0.5 * fine[fineRow + x]
        + 0.25 * (fine[fineRow + x - 1] + fine[fineRow + x + 1] + face[x])
        + 0.125 * (face[x - 1] + face[x + 1] + edge[x])
        + 0.0625 * (edge[x - 1] + edge[x + 1]);
  }

  @Override
  public void addRows(double[] a, int rowA, double[] b, int rowB, int count, double[] sum) {
    for (int x = 0; x < count + 2; x++) {
      sum[x] = a[rowA + x] + b[rowB + x];
    }
  }

  @Override
  public void prolongate(
      double[] coarse, int coarseRow, int count, double weight, double[] fine, int fineRow) {
    prolongateFrom(0, coarse, coarseRow, count, weight, fine, fineRow);
  }

  static void prolongateFrom(
      int first,
      double[] coarse,
      int coarseRow,
      int count,
      double weight,
      double[] fine,
      int fineRow) {
    double half = 0.5 * weight;
    for (int x = first; x <= count; x++) {
      double here = coarse[coarseRow + x];
      fine[fineRow + 2 * x] += weight * here;
      fine[fineRow + 2 * x + 1] += half * (here + coarse[coarseRow + x + 1]);
    }
  }
}
