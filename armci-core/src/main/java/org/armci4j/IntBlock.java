package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.UpdateKind;

/**
 * One rank's block as elements of {@code int}. Made by {@link GlobalMemory#ints}.
 *
 * <pre>{@code
 * IntBlock right = memory.ints(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * int answer = right.get(index);
 * }</pre>
 *
 * <p><b>Atomic operations</b> are those of {@link IntAtomics}: atomic with respect to every other
 * atomic operation on the same element, by any rank and thread, and ordered with their thread's
 * operations on the same rank before and after. {@link #get(long)} reads atomically with respect to
 * them; {@link #swap} writes so.
 */
public final class IntBlock extends ElementBlock<int[]> {
  private static final Accumulation SUM = Accumulation.ofInt(1);
  private static final int SHIFT = 2;

  IntBlock(GlobalMemory memory, int rank, Tickets tickets) {
    super(memory, rank, tickets, SUM);
  }

  @Override
  MemorySegment segment(int[] array) {
    return MemorySegment.ofArray(array);
  }

  /**
   * Writes one element; readers see all of it or nothing.
   *
   * @param index index of the element
   * @param value the value to write
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void put(long index, int value) {
    element("put", index, SHIFT).putInt(index << SHIFT, value);
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index index of the element
   * @return the value read
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int get(long index) {
    return element("get", index, SHIFT).getInt(index << SHIFT);
  }

  /**
   * Atomically adds to an element; overflow wraps.
   *
   * @param index index of the element
   * @param delta the summand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndAdd(long index, int delta) {
    return element("fetchAndAdd", index, SHIFT).updateInt(UpdateKind.ADD, index << SHIFT, delta);
  }

  /**
   * Atomically replaces an element by its bitwise AND with a mask.
   *
   * @param index index of the element
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndAnd(long index, int mask) {
    return element("fetchAndAnd", index, SHIFT).updateInt(UpdateKind.AND, index << SHIFT, mask);
  }

  /**
   * Atomically replaces an element by its bitwise inclusive OR with a mask.
   *
   * @param index index of the element
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndOr(long index, int mask) {
    return element("fetchAndOr", index, SHIFT).updateInt(UpdateKind.OR, index << SHIFT, mask);
  }

  /**
   * Atomically replaces an element by its bitwise exclusive OR with a mask.
   *
   * @param index index of the element
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndXor(long index, int mask) {
    return element("fetchAndXor", index, SHIFT).updateInt(UpdateKind.XOR, index << SHIFT, mask);
  }

  /**
   * Atomically replaces an element by the smaller of its value and another, with their signs.
   *
   * @param index index of the element
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndMin(long index, int value) {
    return element("fetchAndMin", index, SHIFT).updateInt(UpdateKind.MIN, index << SHIFT, value);
  }

  /**
   * Atomically replaces an element by the larger of its value and another, with their signs.
   *
   * @param index index of the element
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int fetchAndMax(long index, int value) {
    return element("fetchAndMax", index, SHIFT).updateInt(UpdateKind.MAX, index << SHIFT, value);
  }

  /**
   * Atomically replaces an element.
   *
   * @param index index of the element
   * @param value its new value
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int swap(long index, int value) {
    return element("swap", index, SHIFT).updateInt(UpdateKind.SWAP, index << SHIFT, value);
  }

  /**
   * Atomically replaces an element, if it holds an expected value.
   *
   * @param index index of the element
   * @param expected the value that it must hold
   * @param value its new value in that case
   * @return the previous value; the element was replaced exactly when this is {@code expected}
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public int compareAndSwap(long index, int expected, int value) {
    return element("compareAndSwap", index, SHIFT)
        .compareAndSwapInt(index << SHIFT, expected, value);
  }
}
