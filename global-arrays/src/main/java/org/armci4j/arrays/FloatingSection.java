package org.armci4j.arrays;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Elements of an array of floating-point numbers, as the target or an operand of collective
 * operations: a patch, made by {@link FloatingArray#section}, or a whole array.
 *
 * <pre>{@code
 * a.fill(2);
 * Patch rim = Patch.at(0, 0).size(1, 100);
 * a.section(rim).combine(b.section(rim), c.section(rim), (x, y) -> x / y);
 * }</pre>
 *
 * @param <A> the type of Java arrays of the elements
 */
public sealed interface FloatingSection<A> extends ArraySection<A>
    permits FloatingArray, FloatingPatch {
  @Override
  FloatingArray<A> array();

  /**
   * Sets all elements to a value. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Fill_patch, NGA_Zero_patch}.
   *
   * @param value the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void fill(double value) {
    FloatingUpdates.fill(this, value);
  }

  /**
   * Multiplies all elements by a factor. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Scale_patch}.
   *
   * @param factor the factor
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void scale(double factor) {
    FloatingUpdates.scale(this, factor);
  }

  /**
   * Sets each element to {@code alpha} times that of one section plus {@code beta} times that of
   * another. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Add_patch}.
   *
   * @param alpha factor of the first section
   * @param a the first section
   * @param beta factor of the second section
   * @param b the second section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  default void add(double alpha, FloatingSection<A> a, double beta, FloatingSection<A> b) {
    FloatingUpdates.add(this, alpha, a, beta, b);
  }

  /**
   * Sets each element to a function of those of two sections. Collective; begins and ends with
   * {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Elem_multiply_patch, GA_Elem_divide_patch, GA_Elem_maximum_patch,
   * GA_Elem_minimum_patch}.
   *
   * @param a the first section
   * @param b the second section
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  default void combine(FloatingSection<A> a, FloatingSection<A> b, DoubleBinaryOperator function) {
    FloatingUpdates.combine(this, a, b, function);
  }

  /**
   * Sets each element to the second largest of those of three sections. Collective; begins and ends
   * with {@link GlobalArray#sync}. Where an element is NaN, so is the result.
   *
   * <p>Source: {@code GA_Median_patch}.
   *
   * @param a the first section
   * @param b the second section
   * @param c the third section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  default void median(FloatingSection<A> a, FloatingSection<A> b, FloatingSection<A> c) {
    FloatingUpdates.median(this, a, b, c);
  }

  /**
   * Sets this matrix to {@code alpha} times the product of two matrices plus {@code beta} times
   * itself. Collective; begins and ends with {@link GlobalArray#sync}. Each rank computes its own
   * part, from parts of both factors that it reads meanwhile; all three may be distributed in any
   * way. Sums are those of double values; an array of {@code float} rounds them at the end.
   *
   * @param alpha factor of the product
   * @param a the left matrix, of as many rows as this one
   * @param b the right matrix, of as many columns as this one
   * @param beta factor of the old values; 0 does not read them
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, a factor
   *     overlaps with this section or is of other {@link GlobalArrays}, or an array is closed
   */
  default void multiply(double alpha, FloatingSection<A> a, FloatingSection<A> b, double beta) {
    multiply(alpha, a, false, b, false, beta);
  }

  /**
   * Sets this matrix to {@code alpha} times the product of two matrices, of which any may be
   * transposed, plus {@code beta} times itself. Collective; begins and ends with {@link
   * GlobalArray#sync}. The factors stay: each rank transposes the parts that it reads.
   *
   * <p>Source: {@code GA_Dgemm, GA_Sgemm, GA_Matmul_patch}.
   *
   * @param alpha factor of the product
   * @param a the left matrix, of as many rows as this one, or as many columns when it is transposed
   * @param transposeA whether the left factor is {@code a} transposed
   * @param b the right matrix, of as many columns as this one, or as many rows when it is
   *     transposed; may be {@code a}
   * @param transposeB whether the right factor is {@code b} transposed
   * @param beta factor of the old values; 0 does not read them
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, a factor
   *     overlaps with this section or is of other {@link GlobalArrays}, or an array is closed
   */
  default void multiply(
      double alpha,
      FloatingSection<A> a,
      boolean transposeA,
      FloatingSection<A> b,
      boolean transposeB,
      double beta) {
    MatrixProduct<A> product =
        new MatrixProduct<>(
            this,
            new FloatingTile<>(array(), alpha, beta),
            ProductFactor.of(a, transposeA),
            ProductFactor.of(b, transposeB));
    if (array().distribution().isCyclic()) {
      RegularCopy.run(
          this,
          beta != 0,
          copy -> ((FloatingArray<A>) copy).multiply(alpha, a, transposeA, b, transposeB, beta));
    } else {
      array().onOwnBlock("multiply", product::run);
    }
  }

  /**
   * Returns the sum of the products of the elements of this section and another one. Collective;
   * begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Ddot_patch, NGA_Fdot_patch}.
   *
   * @param other a section of the same sizes at any place
   * @return the scalar product, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, the other array is of other {@link GlobalArrays},
   *     or an array is closed
   */
  default double dot(FloatingSection<A> other) {
    return FloatingReductions.dot(this, other);
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the sum, the same on every rank; 0 for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default double sum() {
    return FloatingReductions.sum(this);
  }

  /**
   * Returns the smallest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the minimum, the same on every rank; positive infinity for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default double min() {
    return FloatingReductions.min(this);
  }

  /**
   * Returns the largest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the maximum, the same on every rank; negative infinity for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default double max() {
    return FloatingReductions.max(this);
  }

  /**
   * Returns the square root of the sum of all squares. Collective; begins with {@link
   * GlobalArray#sync}.
   *
   * @return the Euclidean norm, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default double norm() {
    return FloatingReductions.norm(this);
  }

  /**
   * Returns the largest sum of absolute values of a column; of a section of 1 dimension, which is
   * one column, the sum of all absolute values. Collective; begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Norm1}.
   *
   * @return the norm, the same on every rank; NaN when an element is NaN
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 2 dimensions, or is closed
   */
  default double norm1() {
    return SectionNorms.norm1(this);
  }

  /**
   * Returns the largest sum of absolute values of a row; of a section of 1 dimension, which is one
   * column, the largest absolute value. Collective; begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Norm_infinity}.
   *
   * @return the norm, the same on every rank; NaN when an element is NaN
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 2 dimensions, or is closed
   */
  default double normInfinity() {
    return SectionNorms.normInfinity(this);
  }

  /**
   * Combines all elements by a function, first those of each rank in the order of its memory, then
   * the results of the ranks in their order. Collective; begins with {@link GlobalArray#sync}.
   *
   * @param identity a value that changes no other one
   * @param function an associative function
   * @return the result, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default double reduce(double identity, DoubleBinaryOperator function) {
    return FloatingReductions.reduce(this, identity, function);
  }

  /**
   * Returns where the smallest element is. Collective; begins with {@link GlobalArray#sync}. Of
   * equal elements the first one in row-major order is chosen. As by {@link Reduction#MIN_LOC} a
   * NaN is chosen before any number, and −0.0 before 0.0.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices in the array, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the section has no element, or the array is closed
   */
  default long[] minIndex() {
    return FloatingReductions.minIndex(this);
  }

  /**
   * Returns where the largest element is. Collective; begins with {@link GlobalArray#sync}. Of
   * equal elements the first one in row-major order is chosen. As by {@link Reduction#MAX_LOC} a
   * NaN is chosen before any number, and 0.0 before −0.0.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices in the array, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the section has no element, or the array is closed
   */
  default long[] maxIndex() {
    return FloatingReductions.maxIndex(this);
  }

  /**
   * Counts the elements that meet a condition. Collective; begins with {@link GlobalArray#sync}.
   *
   * @param condition returns whether an element counts
   * @return their number, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default long count(DoublePredicate condition) {
    return FloatingReductions.count(this, condition);
  }

  /**
   * Gives each element that this rank owns to an action, in the order of memory. Not collective.
   *
   * @param action gets the elements
   * @throws ArmciException when the array is closed
   */
  default void forEach(FloatingAction action) {
    FloatingReductions.forEach(this, action);
  }

  /**
   * Gives each element that this rank owns to an action, on the threads of the common {@link
   * java.util.concurrent.ForkJoinPool} and this one, in no order. Each thread has its own array of
   * indices. When the action throws, the call throws the first such exception after all threads
   * have stopped. Not collective.
   *
   * @param action gets the elements, on several threads at the same time
   * @throws ArmciException when the array is closed
   */
  default void parallelForEach(FloatingAction action) {
    FloatingReductions.parallelForEach(this, action);
  }

  /**
   * Gives each element of this section to an action, whichever rank owns it, in row-major order.
   * Elements of other ranks are copied in tiles, which are fetched ahead; all tiles together have
   * 131,072 elements at most. The elements must not change meanwhile, not by the action either. Not
   * collective, so {@link GlobalArray#sync} comes before it when other ranks have written.
   *
   * @param action gets the elements
   * @throws RankFailedException when a rank fails meanwhile that owns elements of the section
   * @throws ArmciException when the array is closed
   */
  default void forEachOneSided(FloatingAction action) {
    FloatingReductions.forEachOneSided(this, action);
  }

  /**
   * Replaces each element by a function of its indices and its value. Collective; begins and ends
   * with {@link GlobalArray#sync}.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void map(FloatingFunction function) {
    FloatingUpdates.map(this, function);
  }

  /**
   * Replaces each element by a function of its indices and its value, on the threads of the common
   * {@link java.util.concurrent.ForkJoinPool} and this one. Each thread has its own array of
   * indices. When the function throws, the call throws the first such exception after all threads
   * have stopped, and some elements have their new values. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * @param function returns the new value, on several threads at the same time
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void parallelMap(FloatingFunction function) {
    FloatingUpdates.parallelMap(this, function);
  }

  /**
   * Replaces each element by a function of its value. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Abs_value_patch, GA_Add_constant_patch, GA_Recip_patch}.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void map(DoubleUnaryOperator function) {
    FloatingUpdates.map(this, function);
  }

  /**
   * Sets each element to a random number, uniform in [0, 1). Collective; begins and ends with
   * {@link GlobalArray#sync}. A number depends on the seed, the element's row-major number in the
   * array, and the type alone, and so not on the distribution or the patch.
   *
   * <p>Source: {@code GA_Randomize}.
   *
   * @param seed the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void randomize(long seed) {
    FloatingUpdates.randomize(this, seed);
  }

  /**
   * Sets each element to the sum of the elements of another section up to it. Collective; begins
   * and ends with {@link GlobalArray#sync}. How sums are rounded depends on the distribution.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  default void scanFrom(FloatingSection<A> source) {
    FloatingUpdates.scanFrom(this, source);
  }

  /**
   * Sets each element to the sum of the elements of another section before it, the first element to
   * 0. Collective; begins and ends with {@link GlobalArray#sync}. How sums are rounded depends on
   * the distribution.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  default void exclusiveScanFrom(FloatingSection<A> source) {
    FloatingUpdates.exclusiveScanFrom(this, source);
  }

  /**
   * Finds the steps along a direction with which the elements of this section, a point, meet their
   * bounds. Collective; begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Step_bound_info, GA_Step_bound_info_patch}, whose {@code boundmin}, {@code
   * wolfemin} and {@code boundmax} are the three steps.
   *
   * @param direction the direction, of the same sizes
   * @param lower the lower bounds, of the same sizes; an element may be negative infinity
   * @param upper the upper bounds, of the same sizes; an element may be infinity
   * @return the steps, the same on every rank; infinite for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException on every rank, when an element is outside its bounds or one of these is
   *     NaN, the sizes differ, an array is of other {@link GlobalArrays}, or is closed
   */
  default StepBounds stepBounds(
      FloatingSection<A> direction, FloatingSection<A> lower, FloatingSection<A> upper) {
    return FloatingReductions.stepBounds(this, direction, lower, upper);
  }

  /**
   * Sorts all elements in rising order. Collective; begins and ends with {@link GlobalArray#sync}.
   * A NaN is behind all numbers, and −0.0 before 0.0, as by {@link Double#compare}; all NaNs become
   * the one of Java. For each element that it owns, a rank needs 8 bytes of Java memory, and on
   * several ranks native memory for a copy: 16 bytes together for a {@code double}. A block-cyclic
   * distribution takes native memory for one more copy.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, a rank owns more elements than
   *     a Java array holds, or the array is closed
   */
  default void sort() {
    SectionSort.sort(this);
  }
}
