package org.armci4j.arrays;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import org.armci4j.arrays.kernel.FloatingLoops;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A distributed array of floating-point numbers. Values go in and out as {@code double}; an array
 * of {@code float} rounds them when it stores them.
 *
 * @param <A> the type of Java arrays of such elements
 */
public abstract sealed class FloatingArray<A> extends GlobalArray<A>
    permits DoubleArray, FloatArray {
  FloatingArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  abstract double load(int rank, long offset);

  abstract void store(int rank, long offset, double value);

  abstract double add(int rank, long offset, double delta);

  /** Returns a Java array of elements. */
  abstract A newValues(int count);

  /** Returns elements as double values, in the same Java array if it has that type. */
  abstract double[] doubles(A values);

  /** Returns double values as elements, in the same Java array if it has that type. */
  abstract A values(double[] doubles);

  /** Creates an array of the same shape, type and distribution, without ghosts. Collective. */
  abstract FloatingArray<A> createLike();

  final double[] getDoubles(Patch patch) {
    A values = newValues(Math.toIntExact(patch.elements()));
    get(patch, LocalBuffer.of(values));
    return doubles(values);
  }

  final void putDoubles(Patch patch, double[] doubles) {
    put(patch, LocalBuffer.of(values(doubles)));
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index the element, one index a dimension
   * @return its value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double get(long... index) {
    int rank = owner("get", index);
    return load(rank, layout().offset(index));
  }

  /**
   * Writes one element; readers see all of it or nothing.
   *
   * @param value the new value
   * @param index the element, one index a dimension
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(double value, long... index) {
    int rank = owner("put", index);
    store(rank, layout().offset(index), value);
  }

  /**
   * Atomically adds to an element, with respect to other calls of this method.
   *
   * @param delta the summand
   * @param index the element, one index a dimension
   * @return the previous value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double fetchAndAdd(double delta, long... index) {
    int rank = owner("fetchAndAdd", index);
    return add(rank, layout().offset(index), delta);
  }

  /**
   * Returns this rank's own block as numbers, with its ghosts: reads and writes without a copy.
   *
   * @return the block, which may be used until the array is closed; empty on a rank without a block
   * @throws ArmciException when the array is closed
   */
  @Override
  public final FloatingView view() {
    requireOpen("view");
    return new FloatingView(this, layout(), memory().local(), parts().kind());
  }

  private FloatingView viewOf(FloatingArray<A> other) {
    Operand operand = operand(other);
    return new FloatingView(this, operand.layout(), operand.segment(), parts().kind());
  }

  /**
   * Sets all elements to a value. Collective; begins and ends with {@link #sync}. Ghosts stay.
   *
   * @param value the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void fill(double value) {
    double[] piece = new double[BlockRows.PIECE];
    Arrays.fill(piece, value);
    onOwnBlock(
        "fill",
        () -> {
          FloatingView view = view();
          BlockRows rows = new BlockRows(view, false);
          while (rows.next()) {
            view.write(rows.offset(), piece, rows.count());
          }
        });
  }

  /**
   * Multiplies all elements by a factor. Collective; begins and ends with {@link #sync}.
   *
   * @param factor the factor
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void scale(double factor) {
    onOwnBlock("scale", () -> eachPiece(false, true, (piece, rows) -> scale(piece, factor, rows)));
  }

  static void scale(double[] piece, double factor, BlockRows rows) {
    for (int i = 0; i < rows.count(); i++) {
      piece[i] *= factor;
    }
  }

  /** Gets a piece of the own block, and where it is. */
  @FunctionalInterface
  interface PieceOfFloatings {
    void take(double[] piece, BlockRows rows);
  }

  /**
   * Gives the pieces of the own block to an action, one after the other.
   *
   * @param indexed whether the action asks for indices
   * @param writes whether the action changes the values
   */
  final void eachPiece(boolean indexed, boolean writes, PieceOfFloatings action) {
    if (own().isEmpty()) {
      return;
    }
    FloatingView view = view();
    double[] piece = new double[BlockRows.PIECE];
    BlockRows rows = new BlockRows(view, indexed);
    while (rows.next()) {
      view.read(rows.offset(), piece, rows.count());
      action.take(piece, rows);
      if (writes) {
        view.write(rows.offset(), piece, rows.count());
      }
    }
  }

  /**
   * Sets each element to {@code alpha} times that of one array plus {@code beta} times that of
   * another, which may be this one. Collective; begins and ends with {@link #sync}.
   *
   * @param alpha factor of the first array
   * @param a the first array
   * @param beta factor of the second array
   * @param b the second array
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the shapes differ, an array is of other {@link GlobalArrays}, or is
   *     closed
   */
  public final void add(double alpha, FloatingArray<A> a, double beta, FloatingArray<A> b) {
    requireAlike("add", a);
    requireAlike("add", b);
    onOwnBlock(
        "add",
        () -> {
          FloatingView view = view();
          forBoth(
              view,
              viewOf(a),
              viewOf(b),
              (first, second, count, offset) -> {
                for (int i = 0; i < count; i++) {
                  first[i] = alpha * first[i] + beta * second[i];
                }
                view.write(offset, first, count);
              });
        });
  }

  /** Gets pieces of two operands, and where they lie in this array's own block. */
  @FunctionalInterface
  private interface PairOfFloatings {
    void take(double[] first, double[] second, int count, long offset);
  }

  /** Walks two operands and the own block side by side, row by row. */
  private static void forBoth(
      FloatingView view, FloatingView a, FloatingView b, PairOfFloatings taker) {
    boolean indexed = !(a.isDense() && b.isDense() && view.isDense());
    BlockRows own = new BlockRows(view, indexed);
    BlockRows first = new BlockRows(a, indexed);
    BlockRows second = new BlockRows(b, indexed);
    double[] left = new double[BlockRows.PIECE];
    double[] right = new double[BlockRows.PIECE];
    while (own.next() && first.next() && second.next()) {
      a.read(first.offset(), left, own.count());
      b.read(second.offset(), right, own.count());
      taker.take(left, right, own.count(), own.offset());
    }
  }

  /**
   * Sets this matrix to {@code alpha} times the product of two matrices plus {@code beta} times
   * itself. Collective; begins and ends with {@link #sync}. Each rank computes its own block, from
   * parts of both factors that it reads meanwhile; all three may be distributed in any way. Sums
   * are those of double values; an array of {@code float} rounds them at the end.
   *
   * @param alpha factor of the product
   * @param a the left matrix, of as many rows as this one
   * @param b the right matrix, of as many columns as this one
   * @param beta factor of the old values; 0 does not read them
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, a factor is
   *     this array or of other {@link GlobalArrays}, or an array is closed
   */
  public final void multiply(double alpha, FloatingArray<A> a, FloatingArray<A> b, double beta) {
    multiply(alpha, a, false, b, false, beta);
  }

  /**
   * Sets this matrix to {@code alpha} times the product of two matrices, of which any may be
   * transposed, plus {@code beta} times itself. Collective; begins and ends with {@link #sync}. The
   * factors stay: each rank transposes the parts that it reads.
   *
   * <p>Source: Global Arrays' {@code GA_Dgemm} and {@code GA_Sgemm}.
   *
   * @param alpha factor of the product
   * @param a the left matrix, of as many rows as this one, or as many columns when it is transposed
   * @param transposeA whether the left factor is {@code a} transposed
   * @param b the right matrix, of as many columns as this one, or as many rows when it is
   *     transposed; may be {@code a}
   * @param transposeB whether the right factor is {@code b} transposed
   * @param beta factor of the old values; 0 does not read them
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, a factor is
   *     this array or of other {@link GlobalArrays}, or an array is closed
   */
  public final void multiply(
      double alpha,
      FloatingArray<A> a,
      boolean transposeA,
      FloatingArray<A> b,
      boolean transposeB,
      double beta) {
    requireFellow("multiply", a);
    requireFellow("multiply", b);
    MatrixProduct<A> product =
        new MatrixProduct<>(
            alpha, new ProductFactor<>(a, transposeA), new ProductFactor<>(b, transposeB));
    product.requireResult(this);
    onOwnBlock("multiply", () -> product.run(this, beta));
  }

  /**
   * Returns the sum of the products of the elements of this array and another one. Collective;
   * begins with {@link #sync}.
   *
   * @param other the other array, which may be this one
   * @return the scalar product, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the shapes differ, the other array is of other {@link
   *     GlobalArrays}, or an array is closed
   */
  public final double dot(FloatingArray<A> other) {
    requireAlike("dot", other);
    home().sync();
    double[] sum = new double[1];
    if (!own().isEmpty()) {
      FloatingView view = view();
      forBoth(
          view,
          view,
          viewOf(other),
          (first, second, count, _) -> sum[0] += FloatingLoops.dot(first, second, count));
    }
    return home().collectives().allreduce(sum[0], Reduction.SUM);
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link #sync}.
   *
   * @return the sum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double sum() {
    return total("sum", 0, FloatingLoops::sum, Reduction.SUM);
  }

  /**
   * Returns the smallest element. Collective; begins with {@link #sync}.
   *
   * @return the minimum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double min() {
    return total("min", Double.POSITIVE_INFINITY, FloatingLoops::min, Reduction.MIN);
  }

  /**
   * Returns the largest element. Collective; begins with {@link #sync}.
   *
   * @return the maximum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double max() {
    return total("max", Double.NEGATIVE_INFINITY, FloatingLoops::max, Reduction.MAX);
  }

  /**
   * Returns the square root of the sum of all squares. Collective; begins with {@link #sync}.
   *
   * @return the Euclidean norm, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double norm() {
    return Math.sqrt(dot(this));
  }

  /** Combines the pieces of the own block by a loop, and the ranks' results by a reduction. */
  private double total(
      String operation, double none, FloatingLoops.FloatingFold fold, Reduction reduction) {
    requireOpen(operation);
    home().sync();
    double[] result = {none};
    eachPiece(false, false, (piece, rows) -> result[0] = fold.fold(result[0], piece, rows.count()));
    return home().collectives().allreduce(result[0], reduction);
  }

  /**
   * Combines all elements by a function, first within each block in the order of its memory, then
   * the results of the ranks in their order. Collective; begins with {@link #sync}.
   *
   * @param identity a value that changes no other one
   * @param function an associative function
   * @return the result, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double reduce(double identity, DoubleBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    requireOpen("reduce");
    home().sync();
    double[] mine = {identity};
    forEach((_, value) -> mine[0] = function.applyAsDouble(mine[0], value));
    double[] all = new double[group().size()];
    home().collectives().allgather(Elements.of(mine), Elements.of(all));
    double result = identity;
    for (double one : all) {
      result = function.applyAsDouble(result, one);
    }
    return result;
  }

  /**
   * Gives each element of this rank's own block to an action, in the order of memory. Not
   * collective.
   *
   * @param action gets the elements
   * @throws ArmciException when the array is closed
   */
  public final void forEach(FloatingAction action) {
    Objects.requireNonNull(action, "action");
    requireOpen("forEach");
    long[] index = new long[dimensions()];
    eachPiece(
        true,
        false,
        (piece, rows) -> {
          for (int i = 0; i < rows.count(); i++) {
            rows.index(i, index);
            action.accept(index, piece[i]);
          }
        });
  }

  /**
   * Replaces each element by a function of its indices and its value. Collective; begins and ends
   * with {@link #sync}. Each rank computes its own block.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void map(FloatingFunction function) {
    Objects.requireNonNull(function, "function");
    long[] index = new long[dimensions()];
    onOwnBlock(
        "map",
        () ->
            eachPiece(
                true,
                true,
                (piece, rows) -> {
                  for (int i = 0; i < rows.count(); i++) {
                    rows.index(i, index);
                    piece[i] = function.apply(index, piece[i]);
                  }
                }));
  }
}
