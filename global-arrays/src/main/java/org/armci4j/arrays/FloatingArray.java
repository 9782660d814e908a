package org.armci4j.arrays;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
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
    return new FloatingView(this, own(), layout(), memory().local());
  }

  /**
   * Returns a patch as the target or an operand of operations. Not collective.
   *
   * @param patch a part of the array
   * @return to be kept for further operations, if the program likes
   * @throws ArmciException when the patch is outside the array, or the array is closed
   */
  public final FloatingSection<A> section(Patch patch) {
    return new FloatingSection<>(this, checked("section", patch));
  }

  /** Returns all elements. */
  private FloatingSection<A> all() {
    return new FloatingSection<>(this, distribution().whole());
  }

  /**
   * Sets all elements to a value. Collective; begins and ends with {@link #sync}. Ghosts stay.
   *
   * @param value the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void fill(double value) {
    all().fill(value);
  }

  /**
   * Multiplies all elements by a factor. Collective; begins and ends with {@link #sync}.
   *
   * @param factor the factor
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void scale(double factor) {
    all().scale(factor);
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
    all().add(alpha, a.all(), beta, b.all());
  }

  /**
   * Sets each element to a function of those of two arrays, each of which may be this one.
   * Collective; begins and ends with {@link #sync}.
   *
   * <p>Source: {@code GA_Elem_multiply, GA_Elem_divide, GA_Elem_maximum, GA_Elem_minimum}.
   *
   * @param a the first array
   * @param b the second array
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the shapes differ, an array is of other {@link GlobalArrays}, or is
   *     closed
   */
  public final void combine(FloatingArray<A> a, FloatingArray<A> b, DoubleBinaryOperator function) {
    all().combine(a.all(), b.all(), function);
  }

  /**
   * Sets each element to the second largest of those of three arrays, each of which may be this
   * one. Collective; begins and ends with {@link #sync}. Where an element is NaN, so is the result.
   *
   * <p>Source: {@code GA_Median}.
   *
   * @param a the first array
   * @param b the second array
   * @param c the third array
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the shapes differ, an array is of other {@link GlobalArrays}, or is
   *     closed
   */
  public final void median(FloatingArray<A> a, FloatingArray<A> b, FloatingArray<A> c) {
    all().median(a.all(), b.all(), c.all());
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
    return all().dot(other.all());
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link #sync}.
   *
   * @return the sum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double sum() {
    return all().sum();
  }

  /**
   * Returns the smallest element. Collective; begins with {@link #sync}.
   *
   * @return the minimum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double min() {
    return all().min();
  }

  /**
   * Returns the largest element. Collective; begins with {@link #sync}.
   *
   * @return the maximum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double max() {
    return all().max();
  }

  /**
   * Returns the square root of the sum of all squares. Collective; begins with {@link #sync}.
   *
   * @return the Euclidean norm, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final double norm() {
    return all().norm();
  }

  /**
   * Returns the largest sum of absolute values of a column; of an array of 1 dimension, which is
   * one column, the sum of all absolute values. Collective; begins with {@link #sync}.
   *
   * <p>Source: {@code GA_Norm1}.
   *
   * @return the norm, the same on every rank; NaN when an element is NaN
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 2 dimensions, or is closed
   */
  public final double norm1() {
    return all().norm1();
  }

  /**
   * Returns the largest sum of absolute values of a row; of an array of 1 dimension, which is one
   * column, the largest absolute value. Collective; begins with {@link #sync}.
   *
   * <p>Source: {@code GA_Norm_infinity}.
   *
   * @return the norm, the same on every rank; NaN when an element is NaN
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 2 dimensions, or is closed
   */
  public final double normInfinity() {
    return all().normInfinity();
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
    return all().reduce(identity, function);
  }

  /**
   * Returns where the smallest element is. Collective; begins with {@link #sync}. Of equal elements
   * the first one in row-major order is chosen. A NaN is chosen before any number, and −0.0 before
   * 0.0.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final long[] minIndex() {
    return all().minIndex();
  }

  /**
   * Returns where the largest element is. Collective; begins with {@link #sync}. Of equal elements
   * the first one in row-major order is chosen. A NaN is chosen before any number, and 0.0 before
   * −0.0.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final long[] maxIndex() {
    return all().maxIndex();
  }

  /**
   * Gives each element of this rank's own block to an action, in the order of memory. Not
   * collective.
   *
   * @param action gets the elements
   * @throws ArmciException when the array is closed
   */
  public final void forEach(FloatingAction action) {
    all().forEach(action);
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
    all().map(function);
  }

  /**
   * Replaces each element by a function of its value. Collective; begins and ends with {@link
   * #sync}. Each rank computes its own block.
   *
   * <p>Source: {@code GA_Abs_value, GA_Add_constant, GA_Recip}.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void map(DoubleUnaryOperator function) {
    all().map(function);
  }

  /**
   * Sets each element to a random number, uniform in [0, 1). Collective; begins and ends with
   * {@link #sync}. A number depends on the seed, the element's row-major number, and the type
   * alone, and so not on the distribution.
   *
   * <p>Source: {@code GA_Randomize}.
   *
   * @param seed the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void randomize(long seed) {
    all().randomize(seed);
  }

  /**
   * Sets each element to the sum of the elements of another array up to it. Collective; begins and
   * ends with {@link #sync}. How sums are rounded depends on the distribution.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this array
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the shapes differ, an array is
   *     of other {@link GlobalArrays}, or is closed
   */
  public final void scanFrom(FloatingArray<A> source) {
    all().scanFrom(source.all());
  }

  /**
   * Sets each element to the sum of the elements of another array before it, the first element to
   * 0. Collective; begins and ends with {@link #sync}. How sums are rounded depends on the
   * distribution.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this array
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the shapes differ, an array is
   *     of other {@link GlobalArrays}, or is closed
   */
  public final void exclusiveScanFrom(FloatingArray<A> source) {
    all().exclusiveScanFrom(source.all());
  }
}
