package org.armci4j.arrays;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.armci4j.arrays.kernel.EigenLoops;
import org.armci4j.arrays.kernel.TridiagonalEigen;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * Finds the eigenvalues of a symmetric matrix, and its eigenvectors. Reflections make a copy of the
 * matrix tridiagonal: the ranks own its columns in turn, and the owner of a column gives its
 * reflection to all ranks. Each rank multiplies some rows of the unit matrix by the same
 * reflections. Then all ranks find the eigenvalues of the tridiagonal matrix, each by the same
 * steps, and multiply their rows by these rotations too. They become rows of the eigenvectors.
 *
 * <p>A sum is made by one rank in the order of the matrix, so the results have the same bits on any
 * number of ranks.
 *
 * <p>Source: Householder's reduction and implicit QL, as in Martin, Reinsch, Wilkinson,
 * "Householder's tridiagonalization of a symmetric matrix" (1968).
 */
final class SymmetricEigenproblem<A> {
  /** Most elements of eigenvectors that are written together. */
  private static final int TILE = 1 << 17;

  private final String operation;
  private final FloatingArray<A> matrix;
  private final int rank;
  private final int ranks;
  private final int order;

  /** The elements of this rank's columns, which are those of the ranks in turn. */
  private final double[][] own;

  /** Binary exponent of the largest element, by which all are divided. */
  private int exponent;

  private final double[] diagonal;
  private final double[] beside;

  /** First of the rows of eigenvectors that this rank computes. */
  private final int firstRow;

  /** For each column of the eigenvectors, its elements in this rank's rows. */
  private final double[][] turned;

  /**
   * The reflection of a step, and behind it tau, the element beside the diagonal, and that on it.
   */
  private final double[] reflector;

  /** The product of the matrix and a reflection, then the vector that is subtracted with it. */
  private final double[] product;

  /** Parts of the product: this rank's, and those of all ranks, one rank's behind the other's. */
  private final double[] part;

  private final double[] parts;

  /** Takes a square matrix; computes no eigenvectors unless they are wanted. */
  SymmetricEigenproblem(String operation, FloatingArray<A> matrix, boolean hasVectors) {
    this.operation = operation;
    this.matrix = matrix;
    this.rank = matrix.group().rank();
    this.ranks = matrix.group().size();
    this.order = Math.toIntExact(matrix.distribution().extent(0));
    this.own = new double[(order - rank + ranks - 1) / ranks][];
    this.diagonal = new double[order];
    this.beside = new double[order];
    this.firstRow = firstRow(rank);
    this.turned = new double[order][hasVectors ? firstRow(rank + 1) - firstRow : 0];
    this.reflector = new double[order + 3];
    this.product = new double[order];
    this.part = new double[(order + ranks - 1) / ranks];
    this.parts = new double[ranks * part.length];
  }

  private int firstRow(int member) {
    return (int) ((long) member * order / ranks);
  }

  /**
   * Computes everything. Collective.
   *
   * @param vectors receives the eigenvectors as columns; null when they are not wanted
   */
  void run(FloatingArray<A> values, FloatingArray<A> vectors) {
    matrix.home().sync();
    try {
      read();
      scale();
      reduce();
      if (!new TridiagonalEigen(diagonal, beside, turned).run()) {
        throw matrix.refusal(operation, "the QL algorithm has found no end");
      }
      int[] sorted = sorted();
      write(values, sorted);
      if (vectors != null) {
        writeVectors(vectors, sorted);
      }
    } finally {
      matrix.home().sync();
    }
  }

  /** Gets this rank's columns. Their elements above the diagonal come from the row left of it. */
  private void read() {
    for (int i = 0; i < own.length; i++) {
      int column = rank + i * ranks;
      double[] above = matrix.getDoubles(Patch.at(column, 0).size(1, column));
      double[] below = matrix.getDoubles(Patch.at(column, column).size(order - column, 1));
      own[i] = Arrays.copyOf(above, order);
      System.arraycopy(below, 0, own[i], column, below.length);
    }
  }

  /** Divides by a power of two, so that squares neither overflow nor vanish. */
  private void scale() {
    double largest = 0;
    for (double[] column : own) {
      for (double value : column) {
        largest = Math.max(largest, Math.abs(value)); // NaN, if any is
      }
    }
    boolean finite = largest <= Double.MAX_VALUE;
    largest =
        matrix
            .home()
            .collectives()
            .allreduce(finite ? largest : Double.POSITIVE_INFINITY, Reduction.MAX);
    if (largest > Double.MAX_VALUE) {
      throw matrix.refusal(operation, "an element on or below the diagonal is not finite");
    }
    exponent = Math.getExponent(largest);
    for (double[] column : own) {
      Arrays.setAll(column, i -> Math.scalb(column[i], -exponent));
    }
  }

  /** Makes the matrix tridiagonal. */
  private void reduce() {
    for (int i = 0; i < turned[0].length; i++) {
      turned[firstRow + i][i] = 1;
    }
    for (int step = 0; step < order; step++) {
      shareReflector(step);
      diagonal[step] = reflector[order + 2];
      if (step + 1 < order) {
        beside[step] = reflector[order + 1];
        if (reflector[order] != 0) {
          reflect(step + 1, reflector[order]);
          turn(step + 1, reflector[order]);
        }
      }
    }
  }

  private void shareReflector(int step) {
    if (step % ranks == rank) {
      double[] column = own[step / ranks];
      reflector[order + 2] = column[step];
      if (step + 1 < order) {
        EigenLoops.reflector(column, step + 1, order, reflector);
      }
    }
    Elements wanted = Elements.of(reflector, step + 1, order + 2 - step);
    matrix.home().collectives().broadcast(wanted, step % ranks);
  }

  /** Multiplies the rest of the matrix by a reflection from both sides. */
  private void reflect(int first, double tau) {
    int next = next(first);
    for (int i = next; i < own.length; i++) {
      part[i] = EigenLoops.dot(own[i], reflector, first, order);
    }
    gather(first);
    double half = tau * tau / 2 * EigenLoops.dot(product, reflector, first, order);
    for (int i = first; i < order; i++) {
      product[i] = tau * product[i] - half * reflector[i];
    }
    for (int i = next; i < own.length; i++) {
      int column = rank + i * ranks;
      EigenLoops.subtract(
          product[column], reflector, reflector[column], product, own[i], first, order);
    }
  }

  /** Returns this rank's first column that is not before a given one. */
  private int next(int column) {
    return (column - rank + ranks - 1) / ranks;
  }

  /** Gets the parts of the product from all ranks; those before a column are not used. */
  private void gather(int first) {
    int from = first / ranks;
    int length = part.length - from;
    matrix
        .home()
        .collectives()
        .allgather(Elements.of(part, from, length), Elements.of(parts, 0, ranks * length));
    for (int i = first; i < order; i++) {
      product[i] = parts[i % ranks * length + i / ranks - from];
    }
  }

  /** Multiplies this rank's rows by a reflection from the right. */
  private void turn(int first, double tau) {
    double[] sums = new double[turned[0].length];
    for (int i = first; i < order; i++) {
      EigenLoops.add(reflector[i], turned[i], sums);
    }
    for (int i = first; i < order; i++) {
      EigenLoops.add(-tau * reflector[i], sums, turned[i]);
    }
  }

  /** Returns the numbers of the eigenvalues in their rising order. */
  private int[] sorted() {
    return IntStream.range(0, order)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> diagonal[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void write(FloatingArray<A> values, int[] sorted) {
    for (Patch mine : OwnParts.of(values)) {
      double[] results = new double[(int) mine.elements()];
      for (int i = 0; i < results.length; i++) {
        results[i] = Math.scalb(diagonal[sorted[(int) mine.lower(0) + i]], exponent);
      }
      values.putDoubles(mine, results);
    }
  }

  private void writeVectors(FloatingArray<A> vectors, int[] sorted) {
    int rows = turned[0].length;
    int most = Math.max(1, TILE / order);
    for (int row = 0; row < rows; row += most) {
      int height = Math.min(most, rows - row);
      double[] tile = new double[height * order];
      for (int i = 0; i < height; i++) {
        for (int j = 0; j < order; j++) {
          tile[i * order + j] = turned[sorted[j]][row + i];
        }
      }
      vectors.putDoubles(Patch.at(firstRow + row, 0).size(height, order), tile);
    }
  }
}
