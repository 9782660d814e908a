package org.armci4j.arrays;

import java.util.function.LongBinaryOperator;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Elements of an array of whole numbers, as the target or an operand of collective operations: a
 * patch, made by {@link IntegralArray#section}, or a whole array.
 *
 * <pre>{@code
 * a.fill(2);
 * Patch rim = Patch.at(0, 0).size(1, 100);
 * a.section(rim).combine(b.section(rim), c.section(rim), (x, y) -> x * y);
 * }</pre>
 *
 * @param <A> the type of Java arrays of the elements
 */
public sealed interface IntegralSection<A> extends ArraySection<A>
    permits IntegralArray, IntegralPatch {
  @Override
  IntegralArray<A> array();

  /**
   * Sets all elements to a value. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Fill_patch, NGA_Zero_patch}.
   *
   * @param value the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void fill(long value) {
    IntegralUpdates.fill(this, value);
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
  default void scale(long factor) {
    IntegralUpdates.scale(this, factor);
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
  default void add(long alpha, IntegralSection<A> a, long beta, IntegralSection<A> b) {
    IntegralUpdates.add(this, alpha, a, beta, b);
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
  default void combine(IntegralSection<A> a, IntegralSection<A> b, LongBinaryOperator function) {
    IntegralUpdates.combine(this, a, b, function);
  }

  /**
   * Sets each element to the second largest of those of three sections. Collective; begins and ends
   * with {@link GlobalArray#sync}.
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
  default void median(IntegralSection<A> a, IntegralSection<A> b, IntegralSection<A> c) {
    IntegralUpdates.median(this, a, b, c);
  }

  /**
   * Returns the sum of the products of the elements of this section and another one. Collective;
   * begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Idot_patch, NGA_Ldot_patch, NGA_Lldot_patch}.
   *
   * @param other a section of the same sizes at any place
   * @return the scalar product, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, the other array is of other {@link GlobalArrays},
   *     or an array is closed
   */
  default long dot(IntegralSection<A> other) {
    return IntegralReductions.dot(this, other);
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the sum, the same on every rank; 0 for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default long sum() {
    return IntegralReductions.sum(this);
  }

  /**
   * Returns the smallest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the minimum, the same on every rank; {@link Long#MAX_VALUE} for a section without
   *     elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default long min() {
    return IntegralReductions.min(this);
  }

  /**
   * Returns the largest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the maximum, the same on every rank; {@link Long#MIN_VALUE} for a section without
   *     elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default long max() {
    return IntegralReductions.max(this);
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
  default long reduce(long identity, LongBinaryOperator function) {
    return IntegralReductions.reduce(this, identity, function);
  }

  /**
   * Returns where the smallest element is. Collective; begins with {@link GlobalArray#sync}. Of
   * equal elements the first one in row-major order is chosen.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices in the array, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the section has no element, or the array is closed
   */
  default long[] minIndex() {
    return IntegralReductions.minIndex(this);
  }

  /**
   * Returns where the largest element is. Collective; begins with {@link GlobalArray#sync}. Of
   * equal elements the first one in row-major order is chosen.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices in the array, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the section has no element, or the array is closed
   */
  default long[] maxIndex() {
    return IntegralReductions.maxIndex(this);
  }

  /**
   * Counts the elements that meet a condition. Collective; begins with {@link GlobalArray#sync}.
   *
   * @param condition returns whether an element counts
   * @return their number, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default long count(LongPredicate condition) {
    return IntegralReductions.count(this, condition);
  }

  /**
   * Gives each element that this rank owns to an action, in the order of memory. Not collective.
   *
   * @param action gets the elements
   * @throws ArmciException when the array is closed
   */
  default void forEach(IntegralAction action) {
    IntegralReductions.forEach(this, action);
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
  default void parallelForEach(IntegralAction action) {
    IntegralReductions.parallelForEach(this, action);
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
  default void forEachOneSided(IntegralAction action) {
    IntegralReductions.forEachOneSided(this, action);
  }

  /**
   * Replaces each element by a function of its indices and its value. Collective; begins and ends
   * with {@link GlobalArray#sync}.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  default void map(IntegralFunction function) {
    IntegralUpdates.map(this, function);
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
  default void parallelMap(IntegralFunction function) {
    IntegralUpdates.parallelMap(this, function);
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
  default void map(LongUnaryOperator function) {
    IntegralUpdates.map(this, function);
  }

  /**
   * Sets each element to a random number of a range. Collective; begins and ends with {@link
   * GlobalArray#sync}. A number depends on the seed, the range and the element's row-major number
   * in the array alone, and so not on the distribution or the patch. The numbers are uniform up to
   * a relative error of {@code (upper - lower) / 2}⁶⁴.
   *
   * <p>Source: {@code GA_Randomize}.
   *
   * @param seed the same on every rank
   * @param lower the smallest number
   * @param upper above the largest number
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the upper limit is not above the lower one, or the array is closed
   */
  default void randomize(long seed, long lower, long upper) {
    IntegralUpdates.randomize(this, seed, lower, upper);
  }

  /**
   * Sets each element to the sum of the elements of another section up to it. Collective; begins
   * and ends with {@link GlobalArray#sync}. Sums wrap on overflow.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  default void scanFrom(IntegralSection<A> source) {
    IntegralUpdates.scanFrom(this, source);
  }

  /**
   * Sets each element to the sum of the elements of another section before it, the first element to
   * 0. Collective; begins and ends with {@link GlobalArray#sync}. Sums wrap on overflow.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  default void exclusiveScanFrom(IntegralSection<A> source) {
    IntegralUpdates.exclusiveScanFrom(this, source);
  }

  /**
   * Sorts all elements in rising order. Collective; begins and ends with {@link GlobalArray#sync}.
   * For each element that it owns, a rank needs 8 bytes of Java memory, and on several ranks native
   * memory for a copy: 16 bytes together for a {@code long}. A block-cyclic distribution takes
   * native memory for one more copy.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, a rank owns more elements than
   *     a Java array holds, or the array is closed
   */
  default void sort() {
    SectionSort.sort(this);
  }
}
