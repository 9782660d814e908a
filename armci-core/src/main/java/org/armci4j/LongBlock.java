package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.UpdateKind;

/**
 * One rank's block as elements of {@code long}. Made by {@link GlobalMemory#longs}.
 *
 * <pre>{@code
 * LongBlock right = memory.longs(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * long answer = right.get(index);
 * }</pre>
 *
 * <p><b>Atomic operations</b> are those of {@link LongAtomics}: atomic with respect to every other
 * atomic operation on the same element, by any rank and thread, and ordered with their thread's
 * operations on the same rank before and after. {@link #get(long)} reads atomically with respect to
 * them; {@link #swap} writes so.
 *
 * <p><b>Signals</b> are those of {@link Armci#signal} and {@link Armci#waitUntil}, by index:
 *
 * <pre>{@code
 * memory.longs(right).signal(0, step); // after all that this thread put there
 * memory.longs(armci.rank()).waitUntil(0, Comparison.GE, step);
 * }</pre>
 */
public final class LongBlock extends ElementBlock<long[]> {
  private static final Accumulation SUM = Accumulation.ofLong(1);
  private static final int SHIFT = 3;

  LongBlock(GlobalMemory memory, int rank, Tickets tickets) {
    super(memory, rank, tickets, SUM);
  }

  @Override
  MemorySegment segment(long[] array) {
    return MemorySegment.ofArray(array);
  }

  /**
   * Writes one element; readers see all of it or nothing.
   *
   * @param index index of the element
   * @param value the value to write
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void put(long index, long value) {
    element("put", index, SHIFT).putLong(index << SHIFT, value);
  }

  /**
   * Reads one element, with acquire.
   *
   * @param index index of the element
   * @return the value read
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long get(long index) {
    return element("get", index, SHIFT).getLong(index << SHIFT);
  }

  /**
   * Atomically adds to an element; overflow wraps.
   *
   * @param index index of the element
   * @param delta the summand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndAdd(long index, long delta) {
    return element("fetchAndAdd", index, SHIFT).updateLong(UpdateKind.ADD, index << SHIFT, delta);
  }

  /**
   * Atomically replaces an element by its bitwise AND with a mask.
   *
   * @param index index of the element
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndAnd(long index, long mask) {
    return element("fetchAndAnd", index, SHIFT).updateLong(UpdateKind.AND, index << SHIFT, mask);
  }

  /**
   * Atomically replaces an element by its bitwise inclusive OR with a mask.
   *
   * @param index index of the element
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndOr(long index, long mask) {
    return element("fetchAndOr", index, SHIFT).updateLong(UpdateKind.OR, index << SHIFT, mask);
  }

  /**
   * Atomically replaces an element by its bitwise exclusive OR with a mask.
   *
   * @param index index of the element
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndXor(long index, long mask) {
    return element("fetchAndXor", index, SHIFT).updateLong(UpdateKind.XOR, index << SHIFT, mask);
  }

  /**
   * Atomically replaces an element by the smaller of its value and another, with their signs.
   *
   * @param index index of the element
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndMin(long index, long value) {
    return element("fetchAndMin", index, SHIFT).updateLong(UpdateKind.MIN, index << SHIFT, value);
  }

  /**
   * Atomically replaces an element by the larger of its value and another, with their signs.
   *
   * @param index index of the element
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndMax(long index, long value) {
    return element("fetchAndMax", index, SHIFT).updateLong(UpdateKind.MAX, index << SHIFT, value);
  }

  /**
   * Atomically replaces an element.
   *
   * @param index index of the element
   * @param value its new value
   * @return the previous value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long swap(long index, long value) {
    return element("swap", index, SHIFT).updateLong(UpdateKind.SWAP, index << SHIFT, value);
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
  public long compareAndSwap(long index, long expected, long value) {
    return element("compareAndSwap", index, SHIFT)
        .compareAndSwapLong(index << SHIFT, expected, value);
  }

  /**
   * Writes an element as a signal. A rank that sees it also sees all earlier puts of this thread to
   * the same rank. Wakes the rank if it waits.
   *
   * @param index index of the element
   * @param value its new value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void signal(long index, long value) {
    element("signal", index, SHIFT).signal(index << SHIFT, value);
  }

  /**
   * Adds to an element as a signal, atomically with respect to other additions and to atomic
   * operations on it. For elements that several ranks signal. Wakes the rank if it waits.
   *
   * @param index index of the element
   * @param delta the summand
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void signalAdd(long index, long delta) {
    element("signalAdd", index, SHIFT).signalAdd(index << SHIFT, delta);
  }

  /**
   * Waits until an element of this rank's own block stands in a relation to a value, no matter what
   * changes the element.
   *
   * @param index index of the element
   * @param comparison the relation
   * @param value the value to compare the element with
   * @return the element that was read
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when the block is another rank's or has no such element, or the memory
   *     is freed
   */
  public long waitUntil(long index, Comparison comparison, long value) {
    return waitUntil(index, comparison, value, tickets.wordWaiter().defaultTimeoutNanos());
  }

  /**
   * Waits, at most for a given time, until an element of this rank's own block stands in a relation
   * to a value.
   *
   * @param index index of the element
   * @param comparison the relation
   * @param value the value to compare the element with
   * @param timeoutNanos longest wait, in nanoseconds
   * @return the element that was read
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time has passed
   * @throws ArmciException when the block is another rank's or has no such element, or the memory
   *     is freed
   */
  public long waitUntil(long index, Comparison comparison, long value, long timeoutNanos) {
    RemoteBlock own = element("waitUntil", index, SHIFT);
    requireOwnBlock("waitUntil");
    Objects.requireNonNull(comparison, "comparison");
    return tickets
        .wordWaiter()
        .awaitWord(
            own.view(), index << SHIFT, comparison.condition(), value, timeoutNanos, memory());
  }

  /**
   * Returns the offset of the signal that follows data, for extensions of the runtime.
   *
   * @param operation the operation's name in the message
   * @param index index of the signal element
   * @param data a view of the block that receives the data
   * @return the element's offset in this block, in bytes
   * @throws ArmciException when the data's block is another rank's or another runtime's, this one
   *     has no such element, or the memory is freed
   */
  public long signalOffset(String operation, long index, ElementBlock<?> data) {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(data, "data").tickets.requireOwn(operation, "signal", memory());
    element(operation, index, SHIFT);
    if (data.rank() != rank()) {
      throw new ArmciException(
          Text.format(
              "%s: the signal is in rank %d's block, and the data go to rank %d; a signal goes to"
                  + " the rank of its data",
              operation, rank(), data.rank()));
    }
    return index << SHIFT;
  }

  private void requireOwnBlock(String operation) {
    int own = tickets.rank();
    if (own != rank()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: the block is rank %d's, and a rank waits for its own alone; take"
                  + " longs(%d)",
              operation, own, rank(), own));
    }
  }
}
