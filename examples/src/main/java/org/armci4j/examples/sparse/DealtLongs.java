package org.armci4j.examples.sparse;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;

/**
 * An array of words whose elements are dealt to the ranks in turn, in global memory. Every rank
 * reaches each element.
 */
public final class DealtLongs implements AutoCloseable {
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
   * Returns an element.
   *
   * @param index the element
   * @return its value
   */
  public long get(int index) {
    return blocks[deal.owner(index)].get(deal.place(index));
  }

  /**
   * Sets an element.
   *
   * @param index the element
   * @param value its new value
   */
  public void put(int index, long value) {
    blocks[deal.owner(index)].put(deal.place(index), value);
  }

  /**
   * Adds to an element, atomically.
   *
   * @param index the element
   * @param delta what is added
   * @return the value before
   */
  public long fetchAndAdd(int index, long delta) {
    return blocks[deal.owner(index)].fetchAndAdd(deal.place(index), delta);
  }

  /**
   * Returns this rank's elements.
   *
   * @return a copy, by their places
   */
  public long[] own() {
    long[] values = new long[deal.count()];
    blocks[armci.rank()].get(0, values, 0, values.length);
    return values;
  }

  /**
   * Sets all of this rank's elements.
   *
   * @param values by their places; more than there are elements are left out
   */
  public void setOwn(long[] values) {
    blocks[armci.rank()].put(0, values, 0, deal.count());
  }

  /**
   * Returns all elements of all ranks.
   *
   * @return a copy
   */
  public long[] all() {
    long[] values = new long[deal.length()];
    for (int rank = 0; rank < deal.ranks(); rank++) {
      long[] part = new long[(int) blocks[rank].length()];
      blocks[rank].get(0, part, 0, part.length);
      for (int place = 0; place < part.length; place++) {
        values[deal.index(rank, place)] = part[place];
      }
    }
    return values;
  }

  /** Frees the array. Collective. */
  @Override
  public void close() {
    armci.free(memory);
  }
}
