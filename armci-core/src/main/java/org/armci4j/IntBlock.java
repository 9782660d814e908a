package org.armci4j;

import java.lang.foreign.MemorySegment;

/**
 * One rank's block as elements of {@code int}. Made by {@link GlobalMemory#ints}.
 *
 * <pre>{@code
 * IntBlock right = memory.ints(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * int answer = right.get(index);
 * }</pre>
 */
public final class IntBlock extends ElementBlock<int[]> {
  private static final Accumulation SUM = Accumulation.ofInt(1);
  private static final int SHIFT = 2;

  IntBlock(GlobalMemory memory, int rank, Tickets transfers) {
    super(memory, rank, transfers, SUM);
  }

  @Override
  MemorySegment segment(int[] array) {
    return MemorySegment.ofArray(array);
  }

  /**
   * Writes one element; no reader sees a part of it.
   *
   * @param index which
   * @param value what to write
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void put(long index, int value) {
    element("put", index, SHIFT).putInt(index << SHIFT, value);
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index which
   * @return what is there
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int get(long index) {
    return element("get", index, SHIFT).getInt(index << SHIFT);
  }
}
