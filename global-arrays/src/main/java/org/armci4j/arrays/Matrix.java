package org.armci4j.arrays;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Operations of linear algebra on an array of 2 dimensions, in place. The matrix is the array
 * itself, not a copy, and needs no close.
 *
 * <pre>{@code
 * DoubleArray a = arrays.array(n, n).doubles();
 * DoubleArray b = arrays.array(n, 3).doubles();
 * Matrix.of(a).solveByLu(b); // b := the solutions x of a x = b
 * }</pre>
 *
 * <p>All operations are collective, and begin and end with {@link GlobalArray#sync}. The arrays may
 * be distributed in any way. They belong to the same {@link GlobalArrays}, and have elements of one
 * type. Values are computed as {@code double}; an array of {@code float} rounds them when it stores
 * them.
 *
 * @param <A> the type of Java arrays of the elements
 */
public final class Matrix<A> {
  private final FloatingArray<A> array;

  private Matrix(FloatingArray<A> array) {
    this.array = array;
  }

  /**
   * Returns the operations of a matrix. Not collective.
   *
   * @param array an array of 2 dimensions
   * @param <A> the type of Java arrays of its elements
   * @return the operations on this very array
   * @throws ArmciException when the array has not 2 dimensions
   */
  public static <A> Matrix<A> of(FloatingArray<A> array) {
    Objects.requireNonNull(array, "array");
    if (array.dimensions() != 2) {
      throw array.refusal(
          "Matrix.of",
          Text.format("a matrix has 2 dimensions, and the array has %d", array.dimensions()));
    }
    return new Matrix<>(array);
  }

  /**
   * Returns the array with the elements.
   *
   * @return the array that was given
   */
  public FloatingArray<A> array() {
    return array;
  }

  private long rows() {
    return array.distribution().extent(0);
  }

  private long columns() {
    return array.distribution().extent(1);
  }

  /**
   * Sets this square matrix to half the sum of itself and its transposed matrix. Collective; begins
   * and ends with {@link GlobalArray#sync}. Needs memory for a second array meanwhile.
   *
   * <p>Source: Global Arrays' {@code GA_Symmetrize}.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException on every rank, when the matrix is not square, a rank has too little
   *     memory, or the array is closed
   */
  public void symmetrize() {
    array.requireOpen("symmetrize");
    requireSquare("symmetrize");
    try (FloatingArray<A> mirrored = (FloatingArray<A>) array.createLike()) {
      mirrored.transposeFrom(array);
      array.add(0.5, array, 0.5, mirrored);
    }
  }

  /**
   * Copies the diagonal into an array of 1 dimension. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: Global Arrays' {@code GA_Get_diag}.
   *
   * @param target receives the diagonal; as long as the shorter side of the matrix
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the target has another shape or is of other {@link GlobalArrays},
   *     or an array is closed
   */
  public void getDiagonal(FloatingArray<A> target) {
    requireVector("getDiagonal", target, Math.min(rows(), columns()), "the diagonal");
    onDiagonal(
        "getDiagonal",
        (view, part) -> {
          double[] values = new double[(int) part.elements()];
          for (int i = 0; i < values.length; i++) {
            long at = part.lower(0) + i;
            values[i] = view.get(at, at);
          }
          target.putDoubles(part, values);
        });
  }

  /**
   * Sets the diagonal to the values of an array of 1 dimension. Collective; begins and ends with
   * {@link GlobalArray#sync}. Other elements stay.
   *
   * <p>Source: Global Arrays' {@code GA_Set_diagonal}.
   *
   * @param source the diagonal; as long as the shorter side of the matrix
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the source has another shape or is of other {@link GlobalArrays},
   *     or an array is closed
   */
  public void setDiagonal(FloatingArray<A> source) {
    combineDiagonal("setDiagonal", 0, source);
  }

  /**
   * Adds the values of an array of 1 dimension to the diagonal. Collective; begins and ends with
   * {@link GlobalArray#sync}.
   *
   * <p>Source: Global Arrays' {@code GA_Add_diagonal}.
   *
   * @param source the summands; as many as the shorter side of the matrix has elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the source has another shape or is of other {@link GlobalArrays},
   *     or an array is closed
   */
  public void addDiagonal(FloatingArray<A> source) {
    combineDiagonal("addDiagonal", 1, source);
  }

  private void combineDiagonal(String operation, int keep, FloatingArray<A> source) {
    requireVector(operation, source, Math.min(rows(), columns()), "the diagonal");
    onDiagonal(
        operation,
        (view, part) -> {
          double[] values = source.getDoubles(part);
          for (int i = 0; i < values.length; i++) {
            long at = part.lower(0) + i;
            view.set(at, at, keep == 0 ? values[i] : view.get(at, at) + values[i]);
          }
        });
  }

  /**
   * Adds a constant to each element of the diagonal. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: Global Arrays' {@code GA_Shift_diagonal}.
   *
   * @param delta the summand
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public void shiftDiagonal(double delta) {
    onDiagonal(
        "shiftDiagonal",
        (view, part) -> {
          for (long i = part.lower(0); i < part.upper(0); i++) {
            view.set(i, i, view.get(i, i) + delta);
          }
        });
  }

  /**
   * Sets each element of the diagonal to 0. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: Global Arrays' {@code GA_Zero_diagonal}.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public void zeroDiagonal() {
    onDiagonal(
        "zeroDiagonal",
        (view, part) -> {
          for (long i = part.lower(0); i < part.upper(0); i++) {
            view.set(i, i, 0);
          }
        });
  }

  /** Runs work on each of this rank's blocks and the indices of the diagonal's elements in it. */
  private void onDiagonal(String operation, BiConsumer<FloatingView, Patch> work) {
    array.onOwnBlock(
        operation,
        () -> {
          for (FloatingView view : array.blocks()) {
            long from = Math.max(view.lower(0), view.lower(1));
            long to = Math.min(view.upper(0), view.upper(1));
            if (from < to) {
              work.accept(view, Patch.at(from).to(to));
            }
          }
        });
  }

  /**
   * Multiplies each row by a factor of its own. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: Global Arrays' {@code GA_Scale_rows}.
   *
   * @param factors an array of 1 dimension with a factor for each row
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the factors have another shape or are of other {@link
   *     GlobalArrays}, or an array is closed
   */
  public void scaleRows(FloatingArray<A> factors) {
    requireVector("scaleRows", factors, rows(), "a factor for each row");
    scaleAlong(0, factors);
  }

  /**
   * Multiplies each column by a factor of its own. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: Global Arrays' {@code GA_Scale_cols}.
   *
   * @param factors an array of 1 dimension with a factor for each column
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the factors have another shape or are of other {@link
   *     GlobalArrays}, or an array is closed
   */
  public void scaleColumns(FloatingArray<A> factors) {
    requireVector("scaleColumns", factors, columns(), "a factor for each column");
    scaleAlong(1, factors);
  }

  private void scaleAlong(int dimension, FloatingArray<A> factors) {
    array.home().sync(); // all ranks have put their factors
    Patch needed = ownIndices(dimension);
    double[] values = needed.isEmpty() ? new double[0] : factors.getDoubles(needed);
    long first = needed.lower(0);
    array.map((index, value) -> value * values[(int) (index[dimension] - first)]);
  }

  /** Returns the indices of one dimension from this rank's first one to its last one. */
  private Patch ownIndices(int dimension) {
    long first = Long.MAX_VALUE;
    long end = 0;
    for (FloatingView view : array.blocks()) {
      first = Math.min(first, view.lower(dimension));
      end = Math.max(end, view.upper(dimension));
    }
    return first < end ? Patch.at(first).to(end) : Patch.at(0).to(0);
  }

  /**
   * Solves {@code a x = b} for a symmetric positive definite matrix, by Cholesky's factors.
   * Collective; begins and ends with {@link GlobalArray#sync}. This matrix stays; the elements
   * above its diagonal have no influence. Each rank needs Java memory for its part of a copy of
   * both arrays.
   *
   * <p>Source: Global Arrays' {@code GA_Llt_solve}.
   *
   * @param sides the right-hand sides b as columns, as many rows as this matrix has; receives the
   *     solutions x
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException on every rank, when this matrix is not square or not positive definite,
   *     naming the first column that shows it; when the right-hand sides have not 2 dimensions or
   *     as many rows, are this array or of other {@link GlobalArrays}, or an array is closed. The
   *     right-hand sides stay
   */
  public void solveByCholesky(FloatingArray<A> sides) {
    requireSystem("solveByCholesky", sides);
    new CholeskySolver<>("solveByCholesky", array, sides).run();
  }

  /**
   * Solves {@code a x = b} by triangular factors with partial pivoting. Collective; begins and ends
   * with {@link GlobalArray#sync}. This matrix stays. Each rank needs Java memory for its part of a
   * copy of both arrays.
   *
   * <p>A singular matrix whose elements are rounded may have a solution that is large and wrong.
   *
   * <p>Source: Global Arrays' {@code GA_Lu_solve} and {@code GA_Solve}.
   *
   * @param sides the right-hand sides b as columns, as many rows as this matrix has; receives the
   *     solutions x
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException on every rank, when this matrix is not square or singular, naming the
   *     first column without a pivot; when the right-hand sides have not 2 dimensions or as many
   *     rows, are this array or of other {@link GlobalArrays}, or an array is closed. The
   *     right-hand sides stay
   */
  public void solveByLu(FloatingArray<A> sides) {
    requireSystem("solveByLu", sides);
    new LuSolver<>("solveByLu", array, false, sides).run();
  }

  /**
   * Solves the system whose left side is this matrix transposed, as {@link #solveByLu} does. A
   * message names a column of the transposed matrix.
   *
   * <p>Source: Global Arrays' {@code GA_Lu_solve} with {@code 'T'}.
   *
   * @param sides the right-hand sides as columns, as many rows as this matrix has; receives the
   *     solutions
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException as {@link #solveByLu}
   */
  public void solveTransposedByLu(FloatingArray<A> sides) {
    requireSystem("solveTransposedByLu", sides);
    new LuSolver<>("solveTransposedByLu", array, true, sides).run();
  }

  /**
   * Finds the eigenvalues of a symmetric matrix. Collective; begins and ends with {@link
   * GlobalArray#sync}. This matrix stays; the elements above its diagonal have no influence. The
   * eigenvalues have the same bits on any number of ranks. Each rank needs Java memory for its part
   * of a copy of the matrix.
   *
   * <p>Source: Global Arrays' {@code GA_Diag_std}.
   *
   * @param values receives the eigenvalues in rising order; an array of 1 dimension, as long as
   *     this matrix has rows
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException on every rank, when this matrix is not square or has elements that are
   *     not finite; when the other array has another shape or is of other {@link GlobalArrays}, or
   *     an array is closed. Nothing has changed
   */
  public void symmetricEigenvalues(FloatingArray<A> values) {
    requireEigenproblem("symmetricEigenvalues", values);
    new SymmetricEigenproblem<>("symmetricEigenvalues", array, false).run(values, null);
  }

  /**
   * Finds the eigenvalues and the eigenvectors of a symmetric matrix, as {@link
   * #symmetricEigenvalues} does. The vectors are orthogonal to each other, and have length 1. They
   * have the same bits on any number of ranks, too. Each rank needs Java memory for its part of a
   * copy of both matrices.
   *
   * <p>Source: Global Arrays' {@code GA_Diag_std}.
   *
   * @param values receives the eigenvalues in rising order; an array of 1 dimension, as long as
   *     this matrix has rows
   * @param vectors receives the eigenvector of each eigenvalue as a column; of the shape of this
   *     matrix, and may be this matrix itself
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException on every rank, when this matrix is not square or has elements that are
   *     not finite; when another array has another shape or is of other {@link GlobalArrays}, or an
   *     array is closed. Nothing has changed
   */
  public void symmetricEigenvectors(FloatingArray<A> values, FloatingArray<A> vectors) {
    requireEigenproblem("symmetricEigenvectors", values);
    requireAlike("symmetricEigenvectors", vectors, "the array of eigenvectors");
    new SymmetricEigenproblem<>("symmetricEigenvectors", array, true).run(values, vectors);
  }

  /**
   * Finds the eigenvalues and the eigenvectors of a symmetric matrix in a metric: this matrix times
   * a vector is the eigenvalue times the metric times the vector. The transposed vectors times the
   * metric times the vectors are the unit matrix. Collective; begins and ends with {@link
   * GlobalArray#sync}. Elements above the diagonals of both matrices have no influence. Errors grow
   * with the ratio of the metric's largest and smallest eigenvalue. Needs memory for three more
   * matrices, and Java memory as {@link #symmetricEigenvectors}.
   *
   * <p>Source: Global Arrays' {@code GA_Diag}.
   *
   * @param metric a symmetric matrix of the shape of this one, which is positive definite
   * @param values receives the eigenvalues in rising order; an array of 1 dimension, as long as
   *     this matrix has rows
   * @param vectors receives the eigenvector of each eigenvalue as a column; of the shape of this
   *     matrix, and may be this matrix itself or the metric
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException on every rank, when this matrix is not square; when a matrix has
   *     elements that are not finite, or the metric is not positive definite; when another array
   *     has another shape or is of other {@link GlobalArrays}, or an array is closed. Nothing has
   *     changed
   */
  public void generalizedEigenvectors(
      FloatingArray<A> metric, FloatingArray<A> values, FloatingArray<A> vectors) {
    requireEigenproblem("generalizedEigenvectors", values);
    requireAlike("generalizedEigenvectors", metric, "the metric");
    requireAlike("generalizedEigenvectors", vectors, "the array of eigenvectors");
    new GeneralizedEigenproblem<>("generalizedEigenvectors", array, metric).run(values, vectors);
  }

  private void requireAlike(String operation, FloatingArray<A> other, String meaning) {
    array.requireFellow(operation, other);
    if (!Arrays.equals(other.shape(), array.shape())) {
      throw array.refusal(
          operation,
          Text.format(
              "array %s is %s; %s needs the shape of the matrix, %s",
              other.name(),
              Distribution.text(other.shape()),
              meaning,
              Distribution.text(array.shape())));
    }
  }

  private void requireEigenproblem(String operation, FloatingArray<A> values) {
    array.requireOpen(operation);
    requireSquare(operation);
    requireVector(operation, values, rows(), "the eigenvalues");
    requireRows(operation, 1 << 30);
  }

  private void requireVector(
      String operation, FloatingArray<A> vector, long length, String meaning) {
    array.requireFellow(operation, vector);
    if (vector.dimensions() != 1 || vector.distribution().extent(0) != length) {
      throw array.refusal(
          operation,
          Text.format(
              "array %s is %s; %s of a matrix of %s takes an array of %d",
              vector.name(),
              Distribution.text(vector.shape()),
              meaning,
              Distribution.text(array.shape()),
              length));
    }
  }

  private void requireSquare(String operation) {
    if (rows() != columns()) {
      throw array.refusal(
          operation, Text.format("a matrix of %s is not square", Distribution.text(array.shape())));
    }
  }

  private void requireRows(String operation, int most) {
    if (rows() > most) {
      throw array.refusal(operation, Text.format("%d rows are more than %d", rows(), most));
    }
  }

  private void requireSystem(String operation, FloatingArray<A> sides) {
    array.requireFellow(operation, sides);
    requireSquare(operation);
    requireRows(operation, Integer.MAX_VALUE / ColumnPanels.WIDTH);
    if (sides.dimensions() != 2 || sides.distribution().extent(0) != rows()) {
      throw array.refusal(
          operation,
          Text.format(
              "array %s is %s; the right-hand sides are columns of %d rows",
              sides.name(), Distribution.text(sides.shape()), rows()));
    }
    if (sides == array) {
      throw array.refusal(
          operation, "the right-hand sides are this array; put them into another one");
    }
  }

  @Override
  public String toString() {
    return Text.format("Matrix[%s]", array);
  }
}
