package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.UpdateKind;

/**
 * Atomic operations on words of {@code int}, at offsets that are multiples of 4. Each is atomic
 * with respect to every other atomic operation on the same word, by any rank and thread. It is
 * ordered with its thread's operations on the same rank before and after it. An update may still
 * take effect after a time-out has ended the call.
 *
 * <p>A word is updated either through {@link IntAtomics} and {@link FloatAtomics} or through {@link
 * LongAtomics} and {@link DoubleAtomics}, not through both.
 *
 * <p>Obtained from {@link Armci#intAtomics}. Errors are those of {@link Armci}. Source: ARMCI's
 * {@code ARMCI_Rmw}; OpenSHMEM 1.5, section 9.8.
 */
public final class IntAtomics {
  private final Tickets tickets;

  IntAtomics(Tickets tickets) {
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
  public int fetchAndAdd(GlobalMemory memory, int rank, long offset, int delta) {
    return Checks.halfWord(tickets, "fetchAndAdd", memory, rank, offset)
        .updateInt(UpdateKind.ADD, offset, delta);
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
  public int fetchAndAnd(GlobalMemory memory, int rank, long offset, int mask) {
    return Checks.halfWord(tickets, "fetchAndAnd", memory, rank, offset)
        .updateInt(UpdateKind.AND, offset, mask);
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
  public int fetchAndOr(GlobalMemory memory, int rank, long offset, int mask) {
    return Checks.halfWord(tickets, "fetchAndOr", memory, rank, offset)
        .updateInt(UpdateKind.OR, offset, mask);
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
  public int fetchAndXor(GlobalMemory memory, int rank, long offset, int mask) {
    return Checks.halfWord(tickets, "fetchAndXor", memory, rank, offset)
        .updateInt(UpdateKind.XOR, offset, mask);
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
  public int fetchAndMin(GlobalMemory memory, int rank, long offset, int value) {
    return Checks.halfWord(tickets, "fetchAndMin", memory, rank, offset)
        .updateInt(UpdateKind.MIN, offset, value);
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
  public int fetchAndMax(GlobalMemory memory, int rank, long offset, int value) {
    return Checks.halfWord(tickets, "fetchAndMax", memory, rank, offset)
        .updateInt(UpdateKind.MAX, offset, value);
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
  public int swap(GlobalMemory memory, int rank, long offset, int value) {
    return Checks.halfWord(tickets, "swap", memory, rank, offset)
        .updateInt(UpdateKind.SWAP, offset, value);
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
  public int compareAndSwap(GlobalMemory memory, int rank, long offset, int expected, int value) {
    return Checks.halfWord(tickets, "compareAndSwap", memory, rank, offset)
        .compareAndSwapInt(offset, expected, value);
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
  public void set(GlobalMemory memory, int rank, long offset, int value) {
    Checks.halfWord(tickets, "set", memory, rank, offset).updateInt(UpdateKind.SWAP, offset, value);
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
  public int read(GlobalMemory memory, int rank, long offset) {
    return Checks.halfWord(tickets, "read", memory, rank, offset).getInt(offset);
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
      int operand,
      MemorySegment result,
      long resultOffset,
      Handle handle) {
    tickets.requireOwn("nbUpdate", handle);
    Objects.requireNonNull(update, "update");
    RemoteBlock block = Checks.halfWord(tickets, "nbUpdate", memory, rank, offset);
    Checks.localWritable("nbUpdate", "result", result, resultOffset, Integer.BYTES);
    InPlace.requireUsable("nbUpdate", "result", result);
    handle.add(
        rank, block.startUpdateInt(update.kind(), offset, operand, result, resultOffset), result);
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
      int expected,
      int value,
      MemorySegment result,
      long resultOffset,
      Handle handle) {
    tickets.requireOwn("nbCompareAndSwap", handle);
    RemoteBlock block = Checks.halfWord(tickets, "nbCompareAndSwap", memory, rank, offset);
    Checks.localWritable("nbCompareAndSwap", "result", result, resultOffset, Integer.BYTES);
    InPlace.requireUsable("nbCompareAndSwap", "result", result);
    long ticket = block.startCompareAndSwapInt(offset, expected, value, result, resultOffset);
    handle.add(rank, ticket, result);
  }
}
