package org.armci4j.arrays;

import java.util.SplittableRandom;
import org.armci4j.arrays.kernel.ElementKind;

/** Operations on matrices of any shape and distribution, beside a model. All ranks draw alike. */
final class MatrixProgram<A> {
  private static final int PANEL = ColumnPanels.WIDTH;

  private final GlobalArrays arrays;
  private final ElementKind kind;
  private final SplittableRandom random;

  MatrixProgram(GlobalArrays arrays, ElementKind kind, long seed) {
    this.arrays = arrays;
    this.kind = kind;
    this.random = new SplittableRandom(seed);
  }

  void run() {
    for (int i = 0; i < 4; i++) {
      multiply(i % 2 == 0, i / 2 == 0);
    }
    symmetrize();
    changeDiagonal();
    scale();
    solveByLu(false);
    solveByLu(true);
    solveByCholesky();
    exchangeRows();
    findEigenvectors();
    findEigenvectorsInMetric();
  }

  /** Creates an array with any distribution and ghosts, and sets its elements. Collective. */
  @SuppressWarnings("unchecked") // the kind is that of A
  private FloatingArray<A> array(PlainMatrix model, long... shape) {
    ArrayCase any =
        new ArrayCase(
            arrays.group().size(),
            shape,
            kind,
            random.nextInt(ArrayCase.CUTS),
            random.nextInt(3),
            random.nextLong());
    FloatingArray<A> array = (FloatingArray<A>) any.create(arrays);
    model.store(array);
    return array;
  }

  private FloatingArray<A> matrix(PlainMatrix model) {
    return array(model, model.rows(), model.columns());
  }

  private FloatingArray<A> vector(PlainMatrix model) {
    return array(model, model.values().length);
  }

  private void multiply(boolean transposeA, boolean transposeB) {
    int m = random.nextInt(1, 50);
    int k = random.nextInt(1, 300);
    int n = random.nextInt(1, 50);
    double beta = random.nextInt(3) / 2.0;
    PlainMatrix a = PlainMatrix.whole(m, k, random);
    PlainMatrix b = PlainMatrix.whole(k, n, random);
    PlainMatrix c = PlainMatrix.whole(m, n, random);
    try (FloatingArray<A> left = matrix(transposeA ? a.transposed() : a);
        FloatingArray<A> right = matrix(transposeB ? b.transposed() : b);
        FloatingArray<A> result = matrix(c)) {
      if (beta == 0) {
        result.fill(Double.NaN);
      }
      result.multiply(-2, left, transposeA, right, transposeB, beta);
      PlainMatrix product = a.times(b);
      PlainMatrix.of(m, n, (i, j) -> -2 * product.at(i, j) + beta * c.at(i, j))
          .assertSame(result, "product");
      result.sync();
    }
  }

  private void symmetrize() {
    int n = random.nextInt(1, 60);
    PlainMatrix a = PlainMatrix.whole(n, n, random);
    try (FloatingArray<A> array = matrix(a)) {
      Matrix.of(array).symmetrize();
      PlainMatrix.of(n, n, (i, j) -> (a.at(i, j) + a.at(j, i)) / 2).assertSame(array, "symmetrize");
      array.sync();
    }
  }

  private void changeDiagonal() {
    int rows = random.nextInt(1, 40);
    int columns = random.nextInt(1, 40);
    int length = Math.min(rows, columns);
    PlainMatrix a = PlainMatrix.whole(rows, columns, random);
    PlainMatrix d = PlainMatrix.whole(1, length, random);
    try (FloatingArray<A> array = matrix(a);
        FloatingArray<A> numbers = vector(d);
        FloatingArray<A> found = vector(PlainMatrix.whole(1, length, random))) {
      Matrix<A> matrix = Matrix.of(array);
      matrix.getDiagonal(found);
      PlainMatrix.of(1, length, (_, i) -> a.at(i, i)).assertSame(found, "getDiagonal");
      array.sync();
      matrix.addDiagonal(numbers);
      diagonal(a, i -> a.at(i, i) + d.at(0, i)).assertSame(array, "addDiagonal");
      array.sync();
      matrix.shiftDiagonal(3);
      diagonal(a, i -> a.at(i, i) + d.at(0, i) + 3).assertSame(array, "shiftDiagonal");
      array.sync();
      matrix.zeroDiagonal();
      diagonal(a, _ -> 0).assertSame(array, "zeroDiagonal");
      array.sync();
      matrix.setDiagonal(numbers);
      diagonal(a, i -> d.at(0, i)).assertSame(array, "setDiagonal");
      array.sync();
    }
  }

  /** Computes an element of a diagonal. */
  private interface DiagonalElement {
    double at(int i);
  }

  private static PlainMatrix diagonal(PlainMatrix matrix, DiagonalElement element) {
    return PlainMatrix.of(
        matrix.rows(), matrix.columns(), (i, j) -> i == j ? element.at(i) : matrix.at(i, j));
  }

  private void scale() {
    int rows = random.nextInt(1, 40);
    int columns = random.nextInt(1, 40);
    PlainMatrix a = PlainMatrix.whole(rows, columns, random);
    PlainMatrix r = PlainMatrix.whole(1, rows, random);
    PlainMatrix c = PlainMatrix.whole(1, columns, random);
    try (FloatingArray<A> array = matrix(a);
        FloatingArray<A> ofRows = vector(r);
        FloatingArray<A> ofColumns = vector(c)) {
      Matrix<A> matrix = Matrix.of(array);
      matrix.scaleRows(ofRows);
      PlainMatrix.of(rows, columns, (i, j) -> a.at(i, j) * r.at(0, i))
          .assertSame(array, "scaleRows");
      array.sync();
      matrix.scaleColumns(ofColumns);
      PlainMatrix.of(rows, columns, (i, j) -> a.at(i, j) * r.at(0, i) * c.at(0, j))
          .assertSame(array, "scaleColumns");
      array.sync();
    }
  }

  private double epsilon() {
    return kind == ElementKind.DOUBLE ? Math.ulp(1.0) : Math.ulp(1.0f);
  }

  private void solveByLu(boolean transposed) {
    int n = random.nextInt(1, 3 * PANEL);
    PlainMatrix a = PlainMatrix.any(n, n, random);
    PlainMatrix b = PlainMatrix.any(n, random.nextInt(1, PANEL + 10), random);
    try (FloatingArray<A> array = matrix(a);
        FloatingArray<A> sides = matrix(b)) {
      if (transposed) {
        Matrix.of(array).solveTransposedByLu(sides);
      } else {
        Matrix.of(array).solveByLu(sides);
      }
      (transposed ? a.transposed() : a).assertSolved(PlainMatrix.load(sides), b, epsilon());
      a.assertSame(array, "the left side stays");
      array.sync();
    }
  }

  /** Elements above the diagonal are not read, so they may be no numbers. */
  private void solveByCholesky() {
    int n = random.nextInt(1, 3 * PANEL);
    PlainMatrix root = PlainMatrix.any(n, n, random);
    PlainMatrix square = root.times(root.transposed());
    PlainMatrix a = PlainMatrix.of(n, n, (i, j) -> (float) square.at(i, j) + (i == j ? 1 : 0));
    PlainMatrix b = PlainMatrix.any(n, random.nextInt(1, PANEL + 10), random);
    PlainMatrix lower = PlainMatrix.of(n, n, (i, j) -> i < j ? Double.NaN : a.at(i, j));
    try (FloatingArray<A> array = matrix(lower);
        FloatingArray<A> sides = matrix(b)) {
      Matrix.of(array).solveByCholesky(sides);
      a.assertSolved(PlainMatrix.load(sides), b, epsilon());
      lower.assertSame(array, "the left side stays");
      array.sync();
    }
  }

  /** Solves systems that only exchange and scale rows, whose solutions are exact. */
  private void exchangeRows() {
    int n = random.nextInt(2, 3 * PANEL);
    int shift = random.nextInt(1, n);
    PlainMatrix b = PlainMatrix.whole(n, 3, random);
    PlainMatrix a =
        PlainMatrix.of(
            n, n, (i, j) -> j == (i + shift) % n ? 1 << (i % 5) : 0); // 0 on the diagonal
    try (FloatingArray<A> array = matrix(a);
        FloatingArray<A> sides = matrix(b)) {
      Matrix.of(array).solveByLu(sides);
      PlainMatrix.of(
              n,
              3,
              (i, j) -> {
                int row = Math.floorMod(i - shift, n);
                return b.at(row, j) / (1 << (row % 5));
              })
          .assertSame(sides, "exchanged rows");
      array.sync();
    }
  }

  /** Elements above the diagonal are not read, so they may be no numbers. */
  void findEigenvectors() {
    int n = random.nextInt(1, PANEL);
    PlainMatrix any = PlainMatrix.any(n, n, random);
    PlainMatrix a = PlainMatrix.of(n, n, (i, j) -> any.at(Math.max(i, j), Math.min(i, j)));
    PlainMatrix lower = PlainMatrix.of(n, n, (i, j) -> i < j ? Double.NaN : a.at(i, j));
    try (FloatingArray<A> array = matrix(lower);
        FloatingArray<A> values = vector(PlainMatrix.whole(1, n, random));
        FloatingArray<A> vectors = matrix(PlainMatrix.whole(n, n, random))) {
      Matrix.of(array).symmetricEigenvectors(values, vectors);
      double[] found = values.getDoubles(values.patch());
      a.assertEigenproblem(found, PlainMatrix.load(vectors), epsilon());
      lower.assertSame(array, "the matrix stays");
      array.sync();
      Matrix.of(array).symmetricEigenvalues(values);
      new PlainMatrix(1, n, found).assertSame(values, "eigenvalues without vectors");
      array.sync();
    }
  }

  /** The metric is the unit matrix and a product with its transposed matrix. */
  void findEigenvectorsInMetric() {
    int n = random.nextInt(1, PANEL);
    PlainMatrix any = PlainMatrix.any(n, n, random);
    PlainMatrix square = any.transposed().times(any);
    PlainMatrix a = PlainMatrix.of(n, n, (i, j) -> any.at(Math.max(i, j), Math.min(i, j)));
    PlainMatrix b = PlainMatrix.of(n, n, (i, j) -> square.at(i, j) + (i == j ? 1 : 0));
    try (FloatingArray<A> array = matrix(a);
        FloatingArray<A> metric = matrix(b);
        FloatingArray<A> values = vector(PlainMatrix.whole(1, n, random))) {
      PlainMatrix stored = PlainMatrix.load(metric);
      array.sync();
      Matrix.of(array).generalizedEigenvectors(metric, values, array); // in place
      PlainMatrix vectors = PlainMatrix.load(array);
      a.assertEigenproblem(values.getDoubles(values.patch()), stored, vectors, epsilon());
      stored.assertSame(metric, "the metric stays");
      array.sync();
    }
  }
}
