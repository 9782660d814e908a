package org.armci4j.arrays;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A distributed array of whole numbers. Values go in and out as {@code long}; an array of {@code
 * int} or {@code byte} stores their lowest bits, as a cast of Java does.
 *
 * @param <A> the type of Java arrays of such elements
 */
public abstract sealed class IntegralArray<A> extends GlobalArray<A>
    permits ByteArray, IntArray, LongArray {
  IntegralArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  abstract long load(int rank, long offset);

  abstract void store(int rank, long offset, long value);

  abstract long add(int rank, long offset, long delta);

  /**
   * Reads one element, with acquire.
   *
   * @param index the element, one index a dimension
   * @return its value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final long get(long... index) {
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
  public final void put(long value, long... index) {
    int rank = owner("put", index);
    store(rank, layout().offset(index), value);
  }

  /**
   * Atomically adds to an element, with respect to other calls of this method.
   *
   * @param delta the summand
   * @param index the element, one index a dimension
   * @return the previous value
   * @throws ArmciException when the element is outside the array, the elements are bytes, or the
   *     array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final long fetchAndAdd(long delta, long... index) {
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
  public final IntegralView view() {
    requireOpen("view");
    return new IntegralView(this, own(), layout(), memory().local());
  }

  /**
   * Returns a patch as the target or an operand of operations. Not collective.
   *
   * @param patch a part of the array
   * @return to be kept for further operations, if the program likes
   * @throws ArmciException when the patch is outside the array, or the array is closed
   */
  public final IntegralSection<A> section(Patch patch) {
    return new IntegralSection<>(this, checked("section", patch));
  }

  /** Returns all elements. */
  private IntegralSection<A> all() {
    return new IntegralSection<>(this, distribution().whole());
  }

  /**
   * Sets all elements to a value. Collective; begins and ends with {@link #sync}. Ghosts stay.
   *
   * @param value the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void fill(long value) {
    all().fill(value);
  }

  /**
   * Multiplies all elements by a factor. Collective; begins and ends with {@link #sync}.
   *
   * @param factor the factor
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final void scale(long factor) {
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
  public final void add(long alpha, IntegralArray<A> a, long beta, IntegralArray<A> b) {
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
  public final void combine(IntegralArray<A> a, IntegralArray<A> b, LongBinaryOperator function) {
    all().combine(a.all(), b.all(), function);
  }

  /**
   * Sets each element to the second largest of those of three arrays, each of which may be this
   * one. Collective; begins and ends with {@link #sync}.
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
  public final void median(IntegralArray<A> a, IntegralArray<A> b, IntegralArray<A> c) {
    all().median(a.all(), b.all(), c.all());
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
  public final long dot(IntegralArray<A> other) {
    return all().dot(other.all());
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link #sync}.
   *
   * @return the sum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final long sum() {
    return all().sum();
  }

  /**
   * Returns the smallest element. Collective; begins with {@link #sync}.
   *
   * @return the minimum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final long min() {
    return all().min();
  }

  /**
   * Returns the largest element. Collective; begins with {@link #sync}.
   *
   * @return the maximum, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public final long max() {
    return all().max();
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
  public final long reduce(long identity, LongBinaryOperator function) {
    return all().reduce(identity, function);
  }

  /**
   * Returns where the smallest element is. Collective; begins with {@link #sync}. Of equal elements
   * the first one in row-major order is chosen.
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
   * the first one in row-major order is chosen.
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
  public final void forEach(IntegralAction action) {
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
  public final void map(IntegralFunction function) {
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
  public final void map(LongUnaryOperator function) {
    all().map(function);
  }

  /**
   * Sets each element to a random number of a range. Collective; begins and ends with {@link
   * #sync}. A number depends on the seed, the range and the element's row-major number alone, and
   * so not on the distribution. The numbers are uniform up to a relative error of {@code (upper -
   * lower) / 2}⁶⁴.
   *
   * <p>Source: {@code GA_Randomize}.
   *
   * @param seed the same on every rank
   * @param lower the smallest number
   * @param upper above the largest number
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the upper limit is not above the lower one, or the array is closed
   */
  public final void randomize(long seed, long lower, long upper) {
    all().randomize(seed, lower, upper);
  }

  /**
   * Sets each element to the sum of the elements of another array up to it. Collective; begins and
   * ends with {@link #sync}. Sums wrap on overflow.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this array
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the shapes differ, an array is
   *     of other {@link GlobalArrays}, or is closed
   */
  public final void scanFrom(IntegralArray<A> source) {
    all().scanFrom(source.all());
  }

  /**
   * Sets each element to the sum of the elements of another array before it, the first element to
   * 0. Collective; begins and ends with {@link #sync}. Sums wrap on overflow.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this array
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the shapes differ, an array is
   *     of other {@link GlobalArrays}, or is closed
   */
  public final void exclusiveScanFrom(IntegralArray<A> source) {
    all().exclusiveScanFrom(source.all());
  }
}
