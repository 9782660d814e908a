package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of {@code int}, at offsets that are multiples of 4. Each is one step
 * to every other atomic operation on the same word, by whichever rank and thread, and orders what
 * its thread does to the same rank before and after it.
 *
 * <p>A word is updated either through {@link IntAtomics} and {@link FloatAtomics} or through {@link
 * LongAtomics} and {@link DoubleAtomics}, not through both.
 *
 * <p>Obtained from {@link Armci#intAtomics}. Errors are those of {@link Armci}. Source: ARMCI's
 * {@code ARMCI_Rmw}; OpenSHMEM 1.5, section 9.8.
 */
public final class IntAtomics {
  private final Tickets transfers;

  IntAtomics(Tickets transfers) {
    this.transfers = transfers;
  }

  /**
   * Adds to a word; overflow wraps.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param delta what to add
   * @return the value before
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public int fetchAndAdd(GlobalMemory memory, int rank, long offset, int delta) {
    return Checks.halfWord(transfers, "fetchAndAdd", memory, rank, offset)
        .updateInt(AtomicUpdate.ADD, offset, delta);
  }

  /**
   * Replaces a word by its bitwise and with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public int fetchAndAnd(GlobalMemory memory, int rank, long offset, int mask) {
    return Checks.halfWord(transfers, "fetchAndAnd", memory, rank, offset)
        .updateInt(AtomicUpdate.AND, offset, mask);
  }

  /**
   * Replaces a word by its bitwise inclusive or with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public int fetchAndOr(GlobalMemory memory, int rank, long offset, int mask) {
    return Checks.halfWord(transfers, "fetchAndOr", memory, rank, offset)
        .updateInt(AtomicUpdate.OR, offset, mask);
  }

  /**
   * Replaces a word by its bitwise exclusive or with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param mask the other operand
   * @return the value before
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public int fetchAndXor(GlobalMemory memory, int rank, long offset, int mask) {
    return Checks.halfWord(transfers, "fetchAndXor", memory, rank, offset)
        .updateInt(AtomicUpdate.XOR, offset, mask);
  }

  /**
   * Replaces a word.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param value its new value
   * @return the value before
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public int swap(GlobalMemory memory, int rank, long offset, int value) {
    return Checks.halfWord(transfers, "swap", memory, rank, offset)
        .updateInt(AtomicUpdate.SWAP, offset, value);
  }

  /**
   * Replaces a word if it holds an expected value.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param expected what it must hold
   * @param value its new value then
   * @return the value before; the word was replaced exactly when this is {@code expected}
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public int compareAndSwap(GlobalMemory memory, int rank, long offset, int expected, int value) {
    return Checks.halfWord(transfers, "compareAndSwap", memory, rank, offset)
        .compareAndSwapInt(offset, expected, value);
  }

  /**
   * Writes a word, as one step to the other operations here.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param value its new value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void set(GlobalMemory memory, int rank, long offset, int value) {
    Checks.halfWord(transfers, "set", memory, rank, offset)
        .updateInt(AtomicUpdate.SWAP, offset, value);
  }

  /**
   * Reads a word, with acquire, as one step to the other operations here.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @return its value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public int read(GlobalMemory memory, int rank, long offset) {
    return Checks.halfWord(transfers, "read", memory, rank, offset).getInt(offset);
  }

  /**
   * Starts one of the updates above.
   *
   * @param update which
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param operand the update's operand
   * @param result receives the value before when the handle is complete; native or heap memory
   * @param resultOffset where in the result, in bytes
   * @param handle learns of the completion
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
    transfers.requireOwn("nbUpdate", handle);
    Objects.requireNonNull(update, "update");
    RemoteBlock block = Checks.halfWord(transfers, "nbUpdate", memory, rank, offset);
    Checks.localWritable("nbUpdate", "result", result, resultOffset, Integer.BYTES);
    Checks.usable("nbUpdate", "result", result);
    handle.add(rank, block.startUpdateInt(update, offset, operand, result, resultOffset), result);
  }

  /**
   * Starts a compare-and-swap.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param expected what it must hold
   * @param value its new value then
   * @param result receives the value before when the handle is complete; native or heap memory
   * @param resultOffset where in the result, in bytes
   * @param handle learns of the completion
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
    transfers.requireOwn("nbCompareAndSwap", handle);
    RemoteBlock block = Checks.halfWord(transfers, "nbCompareAndSwap", memory, rank, offset);
    Checks.localWritable("nbCompareAndSwap", "result", result, resultOffset, Integer.BYTES);
    Checks.usable("nbCompareAndSwap", "result", result);
    long ticket = block.startCompareAndSwapInt(offset, expected, value, result, resultOffset);
    handle.add(rank, ticket, result);
  }
}
