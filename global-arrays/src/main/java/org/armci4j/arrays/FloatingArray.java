package org.armci4j.arrays;

import java.util.List;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A distributed array of floating-point numbers. Values go in and out as {@code double}; an array
 * of {@code float} rounds them when it stores them.
 *
 * @param <A> the type of Java arrays of such elements
 */
public abstract sealed class FloatingArray<A> extends GlobalArray<A> implements FloatingSection<A>
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
   * Reads one element of an array of 1 dimension, like {@link #get(long...)}.
   *
   * @param index the element
   * @return its value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double get(long index) {
    int rank = owner("get", index);
    return load(rank, layout().offset(index));
  }

  /**
   * Reads one element of an array of 2 dimensions, like {@link #get(long...)}.
   *
   * @param row its first index
   * @param column its second index
   * @return its value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double get(long row, long column) {
    int rank = owner("get", row, column);
    return load(rank, layout().offset(row, column));
  }

  /**
   * Reads one element of an array of 3 dimensions, like {@link #get(long...)}.
   *
   * @param i its first index
   * @param j its second index
   * @param k its third index
   * @return its value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double get(long i, long j, long k) {
    int rank = owner("get", i, j, k);
    return load(rank, layout().offset(i, j, k));
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
   * Writes one element of an array of 1 dimension, like {@link #put(double, long...)}.
   *
   * @param value the new value
   * @param index the element
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(double value, long index) {
    int rank = owner("put", index);
    store(rank, layout().offset(index), value);
  }

  /**
   * Writes one element of an array of 2 dimensions, like {@link #put(double, long...)}.
   *
   * @param value the new value
   * @param row its first index
   * @param column its second index
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(double value, long row, long column) {
    int rank = owner("put", row, column);
    store(rank, layout().offset(row, column), value);
  }

  /**
   * Writes one element of an array of 3 dimensions, like {@link #put(double, long...)}.
   *
   * @param value the new value
   * @param i its first index
   * @param j its second index
   * @param k its third index
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(double value, long i, long j, long k) {
    int rank = owner("put", i, j, k);
    store(rank, layout().offset(i, j, k), value);
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
   * Atomically adds to an element of an array of 1 dimension, like {@link #fetchAndAdd(double,
   * long...)}.
   *
   * @param delta the summand
   * @param index the element
   * @return the previous value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double fetchAndAdd(double delta, long index) {
    int rank = owner("fetchAndAdd", index);
    return add(rank, layout().offset(index), delta);
  }

  /**
   * Atomically adds to an element of an array of 2 dimensions, like {@link #fetchAndAdd(double,
   * long...)}.
   *
   * @param delta the summand
   * @param row its first index
   * @param column its second index
   * @return the previous value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double fetchAndAdd(double delta, long row, long column) {
    int rank = owner("fetchAndAdd", row, column);
    return add(rank, layout().offset(row, column), delta);
  }

  /**
   * Atomically adds to an element of an array of 3 dimensions, like {@link #fetchAndAdd(double,
   * long...)}.
   *
   * @param delta the summand
   * @param i its first index
   * @param j its second index
   * @param k its third index
   * @return the previous value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final double fetchAndAdd(double delta, long i, long j, long k) {
    int rank = owner("fetchAndAdd", i, j, k);
    return add(rank, layout().offset(i, j, k), delta);
  }

  @Override
  public final FloatingArray<A> array() {
    return this;
  }

  /**
   * Returns this rank's own block as numbers, with its ghosts: reads and writes without a copy.
   *
   * @return the block, which may be used until the array is closed; empty on a rank without a block
   * @throws ArmciException when the distribution is block-cyclic, as {@link #blocks} has its
   *     blocks, or the array is closed
   */
  @Override
  public final FloatingView view() {
    requireOpen("view");
    return view(FloatingView::new, group().rank(), memory().local());
  }

  /**
   * Returns the block of a rank of the same host, with its ghosts: reads and writes without a copy.
   * {@link GlobalArray#sync} separates them from those of other ranks. Not collective.
   *
   * @param member the rank's number in the group
   * @return its block, which may be used until the array is closed; empty for a rank without a
   *     block
   * @throws ArmciException when the group has no such rank, loads and stores do not reach its
   *     memory, the distribution is block-cyclic, or the array is closed
   */
  public final FloatingView view(int member) {
    return view(FloatingView::new, member, memoryOf("view", member));
  }

  @Override
  public final List<FloatingView> blocks() {
    requireOpen("blocks");
    return ownBlocks(FloatingView::new);
  }

  /**
   * Returns the blocks of a rank of the same host: reads and writes without a copy. {@link
   * GlobalArray#sync} separates them from those of other ranks. Not collective.
   *
   * @param member the rank's number in the group
   * @return views in the order of {@link Distribution#blocks}, made when they are asked for, which
   *     may be used until the array is closed
   * @throws ArmciException when the group has no such rank, loads and stores do not reach its
   *     memory, or the array is closed
   */
  public final List<FloatingView> blocks(int member) {
    return blocks(FloatingView::new, member, memoryOf("blocks", member));
  }

  @Override
  public final FloatingSection<A> section(Patch patch) {
    return new FloatingPatch<>(this, checked("section", patch));
  }
}
