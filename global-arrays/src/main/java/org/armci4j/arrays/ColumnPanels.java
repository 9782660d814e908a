package org.armci4j.arrays;

import org.armci4j.arrays.product.MatrixPart;
import org.armci4j.collectives.Elements;

/**
 * A copy of a matrix in panels of neighbouring columns, which the ranks own in turn: while a solver
 * goes from left to right, all ranks stay busy. A panel is a Java array of its owner, row-major
 * without gaps. The copy is freed by the garbage collector, also after an exception.
 *
 * @param <A> the type of Java arrays of the matrix's elements
 */
final class ColumnPanels<A> {
  /** Most columns of a panel. */
  static final int WIDTH = 64;

  private final FloatingArray<A> matrix;
  private final boolean transposed;
  private final int rank;
  private final int ranks;
  private final int rows;
  private final long columns;
  private final int most;

  /** The panels of this rank; null for those of others. */
  private final double[][] own;

  /** Receives other ranks' panels. */
  private double[] shared = {};

  /**
   * @param transposed whether the panels are those of the transposed matrix
   * @param most columns of every panel but the last one
   */
  ColumnPanels(FloatingArray<A> matrix, boolean transposed, int most) {
    this.matrix = matrix;
    this.transposed = transposed;
    this.rank = matrix.group().rank();
    this.ranks = matrix.group().size();
    this.rows = (int) matrix.distribution().extent(transposed ? 1 : 0);
    this.columns = matrix.distribution().extent(transposed ? 0 : 1);
    this.most = most;
    this.own = new double[Math.toIntExact((columns + most - 1) / most)][];
  }

  /** Gets this rank's panels from their owners in the matrix. */
  void read() {
    for (int panel = rank; panel < own.length; panel += ranks) {
      Patch patch = patch(panel);
      double[] values = matrix.getDoubles(transposed ? patch.mirrored() : patch);
      own[panel] = transposed ? turned(values, rows, width(panel)) : values;
    }
  }

  /** Puts this rank's panels into the matrix. */
  void write() {
    for (int panel = rank; panel < own.length; panel += ranks) {
      matrix.putDoubles(patch(panel), own[panel]);
    }
  }

  private Patch patch(int panel) {
    return Patch.at(0, (long) panel * most).size(rows, width(panel));
  }

  int rows() {
    return rows;
  }

  int count() {
    return own.length;
  }

  int width(int panel) {
    return (int) Math.min(most, columns - (long) panel * most);
  }

  /** Returns the rank of the group that owns a panel. */
  int owner(int panel) {
    return panel % ranks;
  }

  /** Returns a panel of this rank, or null when another rank owns it. */
  double[] own(int panel) {
    return own[panel];
  }

  /** Returns the first panel of this rank that is not before a given one. */
  int next(int panel) {
    return panel + Math.floorMod(rank - panel, ranks);
  }

  /** Returns the number of panels from one of this rank to its next one. */
  int step() {
    return ranks;
  }

  /**
   * Gives rows of a panel to all ranks. Collective.
   *
   * @return a panel whose other rows are undefined, valid until the next call
   */
  double[] share(int panel, int from, int to) {
    int width = width(panel);
    if (own[panel] == null && shared.length == 0) {
      shared = new double[rows * most];
    }
    double[] values = own[panel] == null ? shared : own[panel];
    Elements wanted = Elements.of(values, from * width, (to - from) * width);
    matrix.home().collectives().broadcast(wanted, owner(panel));
    return values;
  }

  /** Returns the transposed matrix of one with so many columns and rows. */
  private static double[] turned(double[] matrix, int columns, int rows) {
    double[] result = new double[matrix.length];
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < rows; i++) {
        result[j * rows + i] = matrix[i * columns + j];
      }
    }
    return result;
  }

  /** Subtracts the product of two matrices from a third one. */
  void subtractProduct(MatrixPart left, MatrixPart right, MatrixPart result) {
    matrix.home().product().add(-1, left, right, result);
  }
}
