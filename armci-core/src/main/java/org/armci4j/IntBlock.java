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
 *
 * <p><b>Atomic operations</b> are those of {@link IntAtomics}: one step to every other atomic
 * operation on the same element, by whichever rank and thread, and ordered with what their thread
 * does to the same rank before and after. {@link #get(long)} reads as one step to them; to write
 * so, {@link #swap}.
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

  /**
   * Adds to an element, atomically; overflow wraps.
   *
   * @param index which
   * @param delta what to add
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndAdd(long index, int delta) {
    return element("fetchAndAdd", index, SHIFT).updateInt(AtomicUpdate.ADD, index << SHIFT, delta);
  }

  /**
   * Replaces an element by its bitwise and with a mask, atomically.
   *
   * @param index which
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndAnd(long index, int mask) {
    return element("fetchAndAnd", index, SHIFT).updateInt(AtomicUpdate.AND, index << SHIFT, mask);
  }

  /**
   * Replaces an element by its bitwise inclusive or with a mask, atomically.
   *
   * @param index which
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndOr(long index, int mask) {
    return element("fetchAndOr", index, SHIFT).updateInt(AtomicUpdate.OR, index << SHIFT, mask);
  }

  /**
   * Replaces an element by its bitwise exclusive or with a mask, atomically.
   *
   * @param index which
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndXor(long index, int mask) {
    return element("fetchAndXor", index, SHIFT).updateInt(AtomicUpdate.XOR, index << SHIFT, mask);
  }

  /**
   * Replaces an element, atomically.
   *
   * @param index which
   * @param value its new value
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int swap(long index, int value) {
    return element("swap", index, SHIFT).updateInt(AtomicUpdate.SWAP, index << SHIFT, value);
  }

  /**
   * Replaces an element if it holds an expected value, atomically.
   *
   * @param index which
   * @param expected what it must hold
   * @param value its new value then
   * @return the value before; the element was replaced exactly when this is {@code expected}
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int compareAndSwap(long index, int expected, int value) {
    return element("compareAndSwap", index, SHIFT)
        .compareAndSwapInt(index << SHIFT, expected, value);
  }
}
