package org.armci4j;

import java.lang.foreign.MemorySegment;

/**
 * One rank's block as elements of {@code float}. Made by {@link GlobalMemory#floats}.
 *
 * <pre>{@code
 * FloatBlock right = memory.floats(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * float answer = right.get(index);
 * }</pre>
 */
public final class FloatBlock extends ElementBlock<float[]> {
  private static final Accumulation SUM = Accumulation.ofFloat(1);
  private static final int SHIFT = 2;

  FloatBlock(GlobalMemory memory, int rank, Tickets transfers) {
    super(memory, rank, transfers, SUM);
  }

  @Override
  MemorySegment segment(float[] array) {
    return MemorySegment.ofArray(array);
  }

  /**
   * Writes one element; no reader sees a part of it.
   *
   * @param index which
   * @param value what to write
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void put(long index, float value) {
    element("put", index, SHIFT).putInt(index << SHIFT, Float.floatToRawIntBits(value));
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index which
   * @return what is there
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public float get(long index) {
    return Float.intBitsToFloat(element("get", index, SHIFT).getInt(index << SHIFT));
  }
}
