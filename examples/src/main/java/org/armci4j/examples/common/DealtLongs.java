package org.armci4j.examples.common;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;

/**
 * An array of words whose elements are dealt to the ranks in turn, in global memory. Every rank
 * reaches each element.
 */
public final class DealtLongs implements AutoCloseable {
  private static final int FILLED_AT_ONCE = 1024;

  private final Armci armci;
  private final CyclicDeal deal;
  private final GlobalMemory memory;
  private final LongBlock[] blocks;

  /**
   * Allocates the array, filled with zeros. Collective.
   *
   * @param armci the rank's runtime
   * @param length number of elements, the same on all ranks
   */
  public DealtLongs(Armci armci, int length) {
    this.armci = armci;
    this.deal = CyclicDeal.of(armci, length);
    this.memory = armci.allocate((long) Long.BYTES * deal.count());
    this.blocks = new LongBlock[armci.size()];
    Arrays.setAll(blocks, memory::longs);
  }

  /**
   * Returns who has which element.
   *
   * @return the owners and places of the elements
   */
  public CyclicDeal deal() {
    return deal;
  }

  /**
   * Returns this rank's elements themselves.
   *
   * @return the elements by their places
   */
  public LongBlock own() {
    return blocks[armci.rank()];
  }

  /**
   * Returns an element.
   *
   * @param index the element
   * @return its value
   */
  public long get(int index) {
    int place = deal.place(index);
    return blocks[deal.owner(index, place)].get(place);
  }

  /**
   * Sets an element. All ranks see the value after a barrier.
   *
   * @param index the element
   * @param value its new value
   */
  public void put(int index, long value) {
    int place = deal.place(index);
    blocks[deal.owner(index, place)].put(place, value);
  }

  /**
   * Adds to an element, atomically.
   *
   * @param index the element
   * @param delta what is added
   * @return the value before
   */
  public long fetchAndAdd(int index, long delta) {
    int place = deal.place(index);
    return blocks[deal.owner(index, place)].fetchAndAdd(place, delta);
  }

  /**
   * Replaces an element if it has an expected value, atomically.
   *
   * @param index the element
   * @param expected the value that it must have
   * @param value its new value in that case
   * @return the value before
   */
  public long compareAndSwap(int index, long expected, long value) {
    int place = deal.place(index);
    return blocks[deal.owner(index, place)].compareAndSwap(place, expected, value);
  }

  /**
   * Sets all elements of all ranks. Collective: returns when every rank may use them.
   *
   * @param value their new value
   */
  public void fill(long value) {
    long[] some = new long[Math.min(deal.count(), FILLED_AT_ONCE)];
    Arrays.fill(some, value);
    for (int place = 0; place < deal.count(); place += some.length) {
      int count = Math.min(some.length, deal.count() - place);
      blocks[armci.rank()].put(place, some, 0, count);
    }
    armci.barrier();
  }

  /**
   * Sets all of this rank's elements.
   *
   * @param values by their places
   */
  public void writeOwn(long[] values) {
    blocks[armci.rank()].put(0, values, 0, values.length);
  }

  /**
   * Returns this rank's elements.
   *
   * @return a copy, by their places
   */
  public long[] readOwn() {
    return read(armci.rank(), 0, deal.count());
  }

  /**
   * Returns all elements of all ranks.
   *
   * @return a copy
   */
  public long[] readAll() {
    return read(0, deal.length());
  }

  /**
   * Returns elements with successive indices, by one get from each rank.
   *
   * @param begin the first of them
   * @param end the index behind the last one
   * @return a copy
   */
  public long[] read(int begin, int end) {
    long[] values = new long[end - begin];
    for (int rank = 0; rank < deal.ranks(); rank++) {
      int first = deal.countBelow(rank, begin);
      long[] some = read(rank, first, deal.countBelow(rank, end) - first);
      int index = deal.index(rank, first) - begin;
      for (int i = 0; i < some.length; i++, index += deal.ranks()) {
        values[index] = some[i];
      }
    }
    return values;
  }

  /**
   * Sets elements with successive indices, by one put to each rank. All ranks see the values after
   * a barrier.
   *
   * @param begin the first of them
   * @param values their new values
   */
  public void write(int begin, long[] values) {
    for (int rank = 0; rank < deal.ranks(); rank++) {
      int first = deal.countBelow(rank, begin);
      long[] some = new long[deal.countBelow(rank, begin + values.length) - first];
      int index = deal.index(rank, first) - begin;
      for (int i = 0; i < some.length; i++, index += deal.ranks()) {
        some[i] = values[index];
      }
      blocks[rank].put(first, some, 0, some.length);
    }
  }

  private long[] read(int rank, int first, int count) {
    long[] values = new long[count];
    blocks[rank].get(first, values, 0, count);
    return values;
  }

  /** Frees the array. Collective. */
  @Override
  public void close() {
    armci.free(memory);
  }
}
