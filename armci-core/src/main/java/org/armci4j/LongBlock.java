package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;

/**
 * One rank's block as elements of {@code long}. Made by {@link GlobalMemory#longs}.
 *
 * <pre>{@code
 * LongBlock right = memory.longs(armci.rank() + 1);
 * right.put(0, edge, 1, edge.length - 2);
 * long answer = right.get(index);
 * }</pre>
 *
 * <p><b>Atomic operations</b> are those of {@link LongAtomics}: one step to every other atomic
 * operation on the same element, by whichever rank and thread, and ordered with what their thread
 * does to the same rank before and after. {@link #get(long)} reads as one step to them; to write
 * so, {@link #swap}.
 *
 * <p><b>Signals</b> are those of {@link Armci#signal} and {@link Armci#waitUntil}, by index:
 *
 * <pre>{@code
 * memory.longs(right).signal(0, step); // behind all that this thread put there
 * memory.longs(armci.rank()).waitUntil(0, Comparison.GE, step);
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

  /**
   * Adds to an element, atomically; overflow wraps.
   *
   * @param index which
   * @param delta what to add
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndAdd(long index, long delta) {
    return element("fetchAndAdd", index, SHIFT).updateLong(AtomicUpdate.ADD, index << SHIFT, delta);
  }

  /**
   * Replaces an element by its bitwise and with a mask, atomically.
   *
   * @param index which
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndAnd(long index, long mask) {
    return element("fetchAndAnd", index, SHIFT).updateLong(AtomicUpdate.AND, index << SHIFT, mask);
  }

  /**
   * Replaces an element by its bitwise inclusive or with a mask, atomically.
   *
   * @param index which
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndOr(long index, long mask) {
    return element("fetchAndOr", index, SHIFT).updateLong(AtomicUpdate.OR, index << SHIFT, mask);
  }

  /**
   * Replaces an element by its bitwise exclusive or with a mask, atomically.
   *
   * @param index which
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long fetchAndXor(long index, long mask) {
    return element("fetchAndXor", index, SHIFT).updateLong(AtomicUpdate.XOR, index << SHIFT, mask);
  }

  /**
   * Replaces an element, atomically.
   *
   * @param index which
   * @param value its new value
   * @return the value before
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public long swap(long index, long value) {
    return element("swap", index, SHIFT).updateLong(AtomicUpdate.SWAP, index << SHIFT, value);
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
  public long compareAndSwap(long index, long expected, long value) {
    return element("compareAndSwap", index, SHIFT)
        .compareAndSwapLong(index << SHIFT, expected, value);
  }

  /**
   * Writes an element as a signal: a rank that sees it sees all that this thread put to the same
   * rank before. Wakes the rank if it waits.
   *
   * @param index which
   * @param value its new value
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void signal(long index, long value) {
    element("signal", index, SHIFT).signal(index << SHIFT, value);
  }

  /**
   * Adds to an element as a signal, as one step to other additions and to atomic operations on it:
   * for elements that several ranks signal. Wakes the rank if it waits.
   *
   * @param index which
   * @param delta what to add
   * @throws ArmciException when the block has no such element, or the memory is freed
   */
  public void signalAdd(long index, long delta) {
    element("signalAdd", index, SHIFT).signalAdd(index << SHIFT, delta);
  }

  /**
   * Waits until an element of this rank's own block stands in a relation to a value, however it
   * came to change.
   *
   * @param index which
   * @param comparison the relation
   * @param value what the element is compared with
   * @return the element as it was seen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when the block is another rank's or has no such element, or the memory
   *     is freed
   */
  public long waitUntil(long index, Comparison comparison, long value) {
    return waitUntil(index, comparison, value, transfers.wordWaiter().defaultTimeoutNanos());
  }

  /**
   * The same with a limit.
   *
   * @param index which
   * @param comparison the relation
   * @param value what the element is compared with
   * @param timeoutNanos how long to wait, in nanoseconds
   * @return the element as it was seen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time is over
   * @throws ArmciException when the block is another rank's or has no such element, or the memory
   *     is freed
   */
  public long waitUntil(long index, Comparison comparison, long value, long timeoutNanos) {
    RemoteBlock own = element("waitUntil", index, SHIFT);
    requireOwnBlock("waitUntil");
    Objects.requireNonNull(comparison, "comparison");
    return transfers
        .wordWaiter()
        .awaitWord(own.view(), index << SHIFT, comparison, value, timeoutNanos, memory());
  }

  /**
   * Finds where a signal lies that goes with data, for extensions of the runtime.
   *
   * @param operation what its caller calls it
   * @param index which element is the signal
   * @param data a view of the block to which the data go
   * @return the element's offset in this block, in bytes
   * @throws ArmciException when the data's block is another rank's or another runtime's, this one
   *     has no such element, or the memory is freed
   */
  public long signalOffset(String operation, long index, ElementBlock<?> data) {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(data, "data").transfers.requireOwn(operation, "signal", memory());
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
    int own = transfers.rank();
    if (own != rank()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: the block is rank %d's, and a rank waits for its own alone; take"
                  + " longs(%d)",
              operation, own, rank(), own));
    }
  }
}
