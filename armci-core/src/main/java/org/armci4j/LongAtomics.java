package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.UpdateKind;

/**
 * Atomic operations on words of {@code long}, at offsets that are multiples of 8. Each is atomic
 * with respect to every other atomic operation on the same word, by any rank and thread. It is
 * ordered with its thread's operations on the same rank before and after it. An update may still
 * take effect after a time-out has ended the call.
 *
 * <p>A word is updated either through {@link IntAtomics} and {@link FloatAtomics} or through {@link
 * LongAtomics} and {@link DoubleAtomics}, not through both.
 *
 * <p>Obtained from {@link Armci#longAtomics}. Errors are those of {@link Armci}. Source: ARMCI's
 * {@code ARMCI_Rmw}; OpenSHMEM 1.5, section 9.8.
 */
public final class LongAtomics {
  private final Tickets tickets;

  LongAtomics(Tickets tickets) {
    this.tickets = tickets;
  }

  /**
   * Adds to a word; overflow wraps.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param delta the summand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndAdd(GlobalMemory memory, int rank, long offset, long delta) {
    return Checks.word(tickets, "fetchAndAdd", memory, rank, offset)
        .updateLong(UpdateKind.ADD, offset, delta);
  }

  /**
   * Replaces a word by its bitwise AND with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndAnd(GlobalMemory memory, int rank, long offset, long mask) {
    return Checks.word(tickets, "fetchAndAnd", memory, rank, offset)
        .updateLong(UpdateKind.AND, offset, mask);
  }

  /**
   * Replaces a word by its bitwise inclusive OR with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndOr(GlobalMemory memory, int rank, long offset, long mask) {
    return Checks.word(tickets, "fetchAndOr", memory, rank, offset)
        .updateLong(UpdateKind.OR, offset, mask);
  }

  /**
   * Replaces a word by its bitwise exclusive OR with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param mask the other operand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndXor(GlobalMemory memory, int rank, long offset, long mask) {
    return Checks.word(tickets, "fetchAndXor", memory, rank, offset)
        .updateLong(UpdateKind.XOR, offset, mask);
  }

  /**
   * Replaces a word by the smaller one of its value and another, with their signs.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndMin(GlobalMemory memory, int rank, long offset, long value) {
    return Checks.word(tickets, "fetchAndMin", memory, rank, offset)
        .updateLong(UpdateKind.MIN, offset, value);
  }

  /**
   * Replaces a word by the larger one of its value and another, with their signs.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long fetchAndMax(GlobalMemory memory, int rank, long offset, long value) {
    return Checks.word(tickets, "fetchAndMax", memory, rank, offset)
        .updateLong(UpdateKind.MAX, offset, value);
  }

  /**
   * Replaces a word.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param value its new value
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long swap(GlobalMemory memory, int rank, long offset, long value) {
    return Checks.word(tickets, "swap", memory, rank, offset)
        .updateLong(UpdateKind.SWAP, offset, value);
  }

  /**
   * Replaces a word, if it holds an expected value.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param expected the value that it must hold
   * @param value its new value in that case
   * @return the previous value; the word was replaced exactly when this is {@code expected}
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long compareAndSwap(
      GlobalMemory memory, int rank, long offset, long expected, long value) {
    return Checks.word(tickets, "compareAndSwap", memory, rank, offset)
        .compareAndSwapLong(offset, expected, value);
  }

  /**
   * Writes a word, atomically with respect to the other operations here.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param value its new value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void set(GlobalMemory memory, int rank, long offset, long value) {
    Checks.word(tickets, "set", memory, rank, offset).updateLong(UpdateKind.SWAP, offset, value);
  }

  /**
   * Reads a word with acquire, atomically with respect to the other operations here.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @return its value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public long read(GlobalMemory memory, int rank, long offset) {
    return Checks.word(tickets, "read", memory, rank, offset).getLong(offset);
  }

  /**
   * Starts one of the updates above.
   *
   * @param update the kind of update
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param operand the update's operand
   * @param result receives the previous value when the handle is complete; native or heap memory
   * @param resultOffset first byte in the result
   * @param handle tracks the completion
   * @throws ArmciException when no aligned word of the block begins at the offset, the result is
   *     too short or cannot be written, or the memory is freed
   */
  public void nbUpdate(
      AtomicUpdate update,
      GlobalMemory memory,
      int rank,
      long offset,
      long operand,
      MemorySegment result,
      long resultOffset,
      Handle handle) {
    tickets.requireOwn("nbUpdate", handle);
    Objects.requireNonNull(update, "update");
    RemoteBlock block = Checks.word(tickets, "nbUpdate", memory, rank, offset);
    Checks.localWritable("nbUpdate", "result", result, resultOffset, Long.BYTES);
    InPlace.requireUsable("nbUpdate", "result", result);
    handle.add(
        rank, block.startUpdateLong(update.kind(), offset, operand, result, resultOffset), result);
  }

  /**
   * Starts a compare-and-swap.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param expected the value that it must hold
   * @param value its new value in that case
   * @param result receives the previous value when the handle is complete; native or heap memory
   * @param resultOffset first byte in the result
   * @param handle tracks the completion
   * @throws ArmciException when no aligned word of the block begins at the offset, the result is
   *     too short or cannot be written, or the memory is freed
   */
  public void nbCompareAndSwap(
      GlobalMemory memory,
      int rank,
      long offset,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset,
      Handle handle) {
    tickets.requireOwn("nbCompareAndSwap", handle);
    RemoteBlock block = Checks.word(tickets, "nbCompareAndSwap", memory, rank, offset);
    Checks.localWritable("nbCompareAndSwap", "result", result, resultOffset, Long.BYTES);
    InPlace.requireUsable("nbCompareAndSwap", "result", result);
    long ticket = block.startCompareAndSwapLong(offset, expected, value, result, resultOffset);
    handle.add(rank, ticket, result);
  }
}
