package org.armci4j;

import java.lang.foreign.MemorySegment;

/**
 * One rank's block as elements of {@code long}. Made by {@link GlobalMemory#longs}.
 *
 * <pre>{@code
 * LongBlock right = memory.longs(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * long answer = right.get(index);
 * }</pre>
 */
public final class LongBlock extends ElementBlock<long[]> {
  private static final Accumulation SUM = Accumulation.ofLong(1);
  private static final int SHIFT = 3;

  LongBlock(GlobalMemory memory, int rank, Tickets transfers) {
    super(memory, rank, transfers, SUM);
  }

  @Override
  MemorySegment segment(long[] array) {
    return MemorySegment.ofArray(array);
  }

  /**
   * Writes one element; no reader sees a part of it.
   *
   * @param index which
   * @param value what to write
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void put(long index, long value) {
    element("put", index, SHIFT).putLong(index << SHIFT, value);
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index which
   * @return what is there
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long get(long index) {
    return element("get", index, SHIFT).getLong(index << SHIFT);
  }
}
