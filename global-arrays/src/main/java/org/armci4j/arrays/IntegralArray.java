package org.armci4j.arrays;

import java.util.List;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A distributed array of whole numbers. Values go in and out as {@code long}; an array of {@code
 * int} or {@code byte} stores their lowest bits, as a cast of Java does.
 *
 * @param <A> the type of Java arrays of such elements
 */
public abstract sealed class IntegralArray<A> extends GlobalArray<A> implements IntegralSection<A>
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
   * Reads one element of an array of 1 dimension, like {@link #get(long...)}.
   *
   * @param index the element
   * @return its value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final long get(long index) {
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
  public final long get(long row, long column) {
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
  public final long get(long i, long j, long k) {
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
  public final void put(long value, long... index) {
    int rank = owner("put", index);
    store(rank, layout().offset(index), value);
  }

  /**
   * Writes one element of an array of 1 dimension, like {@link #put(long, long...)}.
   *
   * @param value the new value
   * @param index the element
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(long value, long index) {
    int rank = owner("put", index);
    store(rank, layout().offset(index), value);
  }

  /**
   * Writes one element of an array of 2 dimensions, like {@link #put(long, long...)}.
   *
   * @param value the new value
   * @param row its first index
   * @param column its second index
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(long value, long row, long column) {
    int rank = owner("put", row, column);
    store(rank, layout().offset(row, column), value);
  }

  /**
   * Writes one element of an array of 3 dimensions, like {@link #put(long, long...)}.
   *
   * @param value the new value
   * @param i its first index
   * @param j its second index
   * @param k its third index
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(long value, long i, long j, long k) {
    int rank = owner("put", i, j, k);
    store(rank, layout().offset(i, j, k), value);
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
   * Atomically adds to an element of an array of 1 dimension, like {@link #fetchAndAdd(long,
   * long...)}.
   *
   * @param delta the summand
   * @param index the element
   * @return the previous value
   * @throws ArmciException when the element is outside the array, the elements are bytes, or the
   *     array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final long fetchAndAdd(long delta, long index) {
    int rank = owner("fetchAndAdd", index);
    return add(rank, layout().offset(index), delta);
  }

  /**
   * Atomically adds to an element of an array of 2 dimensions, like {@link #fetchAndAdd(long,
   * long...)}.
   *
   * @param delta the summand
   * @param row its first index
   * @param column its second index
   * @return the previous value
   * @throws ArmciException when the element is outside the array, the elements are bytes, or the
   *     array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final long fetchAndAdd(long delta, long row, long column) {
    int rank = owner("fetchAndAdd", row, column);
    return add(rank, layout().offset(row, column), delta);
  }

  /**
   * Atomically adds to an element of an array of 3 dimensions, like {@link #fetchAndAdd(long,
   * long...)}.
   *
   * @param delta the summand
   * @param i its first index
   * @param j its second index
   * @param k its third index
   * @return the previous value
   * @throws ArmciException when the element is outside the array, the elements are bytes, or the
   *     array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final long fetchAndAdd(long delta, long i, long j, long k) {
    int rank = owner("fetchAndAdd", i, j, k);
    return add(rank, layout().offset(i, j, k), delta);
  }

  @Override
  public final IntegralArray<A> array() {
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
  public final IntegralView view() {
    requireOpen("view");
    return view(IntegralView::new, group().rank(), memory().local());
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
  public final IntegralView view(int member) {
    return view(IntegralView::new, member, memoryOf("view", member));
  }

  @Override
  public final List<IntegralView> blocks() {
    requireOpen("blocks");
    return ownBlocks(IntegralView::new);
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
  public final List<IntegralView> blocks(int member) {
    return blocks(IntegralView::new, member, memoryOf("blocks", member));
  }

  @Override
  public final IntegralSection<A> section(Patch patch) {
    return new IntegralPatch<>(this, checked("section", patch));
  }
}
