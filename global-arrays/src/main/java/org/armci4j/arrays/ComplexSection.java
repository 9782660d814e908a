package org.armci4j.arrays;

import java.util.Objects;
import java.util.function.BinaryOperator;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Elements of an array of complex numbers, as the target or an operand of collective operations: a
 * patch, made by {@link ComplexArray#section}, or a whole array.
 *
 * @param <A> the type of Java arrays of the elements
 */
public sealed interface ComplexSection<A> extends ArraySection<A>
    permits ComplexArray, ComplexPatch {
  @Override
  ComplexArray<A> array();

  /**
   * Sets all elements to a value. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Fill_patch, NGA_Zero_patch}.
   *
   * @param value the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void fill(Complex value) {
    ComplexOperations.fill(this, value);
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
  default void scale(Complex factor) {
    ComplexOperations.scale(this, factor);
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
  default void add(Complex alpha, ComplexSection<A> a, Complex beta, ComplexSection<A> b) {
    ComplexOperations.add(this, alpha, a, beta, b);
  }

  /**
   * Sets each element to a function of those of two sections. Collective; begins and ends with
   * {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Elem_multiply_patch, GA_Elem_divide_patch}.
   *
   * @param a the first section
   * @param b the second section
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  default void combine(ComplexSection<A> a, ComplexSection<A> b, BinaryOperator<Complex> function) {
    Objects.requireNonNull(function, "function");
    combine(
        a,
        b,
        (x, xi, y, yi, result) ->
            result.set(function.apply(new Complex(x, xi), new Complex(y, yi))));
  }

  /**
   * Sets each element to a function of those of two sections, which takes and gives numbers in
   * place of objects. Otherwise like {@link #combine(ComplexSection, ComplexSection,
   * BinaryOperator)}.
   *
   * @param a the first section
   * @param b the second section
   * @param function sets the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  default void combine(ComplexSection<A> a, ComplexSection<A> b, ComplexOperator function) {
    ComplexOperations.combine(this, a, b, function);
  }

  /**
   * Sets this matrix to {@code alpha} times the product of two matrices plus {@code beta} times
   * itself. Collective; begins and ends with {@link GlobalArray#sync}. Each rank computes its own
   * part, from parts of both factors that it reads meanwhile; all three may be distributed in any
   * way. Sums are those of double values; elements of complex {@code float} are rounded at the end.
   *
   * @param alpha factor of the product
   * @param a the left matrix, of as many rows as this one
   * @param b the right matrix, of as many columns as this one
   * @param beta factor of the old values; 0 does not read them
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, a factor
   *     overlaps with this section or is of other {@link GlobalArrays}, or an array is closed
   */
  default void multiply(Complex alpha, ComplexSection<A> a, ComplexSection<A> b, Complex beta) {
    multiply(alpha, a, FactorForm.AS_IT_IS, b, FactorForm.AS_IT_IS, beta);
  }

  /**
   * Sets this matrix to {@code alpha} times the product of two matrices, of which any may be
   * transposed or conjugated and transposed, plus {@code beta} times itself. Collective; begins and
   * ends with {@link GlobalArray#sync}. The factors stay: each rank transposes the parts that it
   * reads.
   *
   * <p>Source: {@code GA_Zgemm, GA_Cgemm}.
   *
   * @param alpha factor of the product
   * @param a the left matrix, of as many rows as this one, or as many columns when it is transposed
   * @param formOfA what is done with {@code a} before
   * @param b the right matrix, of as many columns as this one, or as many rows when it is
   *     transposed; may be {@code a}
   * @param formOfB what is done with {@code b} before
   * @param beta factor of the old values; 0 does not read them
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, a factor
   *     overlaps with this section or is of other {@link GlobalArrays}, or an array is closed
   */
  default void multiply(
      Complex alpha,
      ComplexSection<A> a,
      FactorForm formOfA,
      ComplexSection<A> b,
      FactorForm formOfB,
      Complex beta) {
    ComplexOperations.multiply(
        this, alpha, new ProductFactor<>(a, formOfA), new ProductFactor<>(b, formOfB), beta);
  }

  /**
   * Replaces each element by a function of its indices and its value. Collective; begins and ends
   * with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Abs_value_patch, GA_Add_constant_patch, GA_Recip_patch}.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void map(ComplexFunction function) {
    Objects.requireNonNull(function, "function");
    map((index, x, xi, result) -> result.set(function.apply(index, new Complex(x, xi))));
  }

  /**
   * Replaces each element by a function of its indices and its value, which takes and gives numbers
   * in place of objects. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * @param function sets the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void map(ComplexMapping function) {
    ComplexOperations.map(this, function);
  }

  /**
   * Sets both parts of each element to random numbers, uniform in [0, 1). Collective; begins and
   * ends with {@link GlobalArray#sync}. The numbers depend on the seed, the element's row-major
   * number in the array, and the type alone, and so not on the distribution or the patch.
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
   * Counts the elements that meet a condition. Collective; begins with {@link GlobalArray#sync}.
   *
   * @param condition returns whether an element counts
   * @return their number, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default long count(ComplexPredicate condition) {
    return ComplexOperations.count(this, condition);
  }

  /**
   * Gives each element that this rank owns to an action, in the order of memory. Not collective.
   *
   * @param action gets the elements
   * @throws ArmciException when the array is closed
   */
  default void forEach(ComplexAction action) {
    ComplexOperations.forEach(this, action);
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
  default void forEachOneSided(ComplexAction action) {
    ComplexOperations.forEachOneSided(this, action);
  }

  /**
   * Returns the sum of the products of the elements of this section and another one, none of which
   * is conjugated. Collective; begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Zdot_patch, NGA_Cdot_patch}.
   *
   * @param other a section of the same sizes at any place
   * @return the sum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, the other array is of other {@link GlobalArrays},
   *     or an array is closed
   */
  default Complex dot(ComplexSection<A> other) {
    return ComplexOperations.dot(this, other);
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the sum, the same on every rank; 0 for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default Complex sum() {
    return ComplexOperations.sum(this);
  }

  /**
   * Returns the square root of the sum of the squares of all absolute values. Collective; begins
   * with {@link GlobalArray#sync}.
   *
   * @return the Euclidean norm, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default double norm() {
    return ComplexOperations.norm(this);
  }

  /**
   * Returns the largest sum of absolute values of a column; of a section of 1 dimension, which is
   * one column, the sum of all absolute values. Collective; begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Norm1}.
   *
   * @return the norm, the same on every rank; NaN when an absolute value is NaN
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
   * @return the norm, the same on every rank; NaN when an absolute value is NaN
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 2 dimensions, or is closed
   */
  default double normInfinity() {
    return SectionNorms.normInfinity(this);
  }
}
