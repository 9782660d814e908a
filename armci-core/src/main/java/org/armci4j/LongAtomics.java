package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.transport.AtomicUpdate;
import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of {@code long}, at offsets that are multiples of 8. Each is one step
 * to every other atomic operation on the same word, by whichever rank and thread, and orders what
 * its thread does to the same rank before and after it.
 *
 * <p>A word is updated either through {@link IntAtomics} and {@link FloatAtomics} or through {@link
 * LongAtomics} and {@link DoubleAtomics}, not through both.
 *
 * <p>Obtained from {@link Armci#longAtomics}. Errors are those of {@link Armci}. Source: ARMCI's
 * {@code ARMCI_Rmw}; OpenSHMEM 1.5, section 9.8.
 */
public final class LongAtomics {
  LongAtomics() {}

  private static RemoteBlock word(GlobalMemory memory, int rank, long offset, String operation) {
    RemoteBlock block = memory.block(rank, operation);
    Checks.word(operation, block, offset);
    return block;
  }

  /**
   * Adds to a word; overflow wraps.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param delta what to add
   * @return the value before
   */
  public long fetchAndAdd(GlobalMemory memory, int rank, long offset, long delta) {
    return word(memory, rank, offset, "fetchAndAdd").updateLong(AtomicUpdate.ADD, offset, delta);
  }

  /**
   * Replaces a word by its bitwise and with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param mask the other operand
   * @return the value before
   */
  public long fetchAndAnd(GlobalMemory memory, int rank, long offset, long mask) {
    return word(memory, rank, offset, "fetchAndAnd").updateLong(AtomicUpdate.AND, offset, mask);
  }

  /**
   * Replaces a word by its bitwise inclusive or with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param mask the other operand
   * @return the value before
   */
  public long fetchAndOr(GlobalMemory memory, int rank, long offset, long mask) {
    return word(memory, rank, offset, "fetchAndOr").updateLong(AtomicUpdate.OR, offset, mask);
  }

  /**
   * Replaces a word by its bitwise exclusive or with a mask.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param mask the other operand
   * @return the value before
   */
  public long fetchAndXor(GlobalMemory memory, int rank, long offset, long mask) {
    return word(memory, rank, offset, "fetchAndXor").updateLong(AtomicUpdate.XOR, offset, mask);
  }

  /**
   * Replaces a word.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param value its new value
   * @return the value before
   */
  public long swap(GlobalMemory memory, int rank, long offset, long value) {
    return word(memory, rank, offset, "swap").updateLong(AtomicUpdate.SWAP, offset, value);
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
   */
  public long compareAndSwap(
      GlobalMemory memory, int rank, long offset, long expected, long value) {
    return word(memory, rank, offset, "compareAndSwap").compareAndSwapLong(offset, expected, value);
  }

  /**
   * Writes a word, as one step to the other operations here.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param value its new value
   */
  public void set(GlobalMemory memory, int rank, long offset, long value) {
    swap(memory, rank, offset, value);
  }

  /**
   * Reads a word, with acquire, as one step to the other operations here.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @return its value
   */
  public long read(GlobalMemory memory, int rank, long offset) {
    return word(memory, rank, offset, "read").getLong(offset);
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
    Objects.requireNonNull(handle, "handle");
    RemoteBlock block = word(memory, rank, offset, "nbUpdate");
    requireResult("nbUpdate", result, resultOffset);
    handle.add(rank, block.startUpdateLong(update, offset, operand, result, resultOffset));
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
    Objects.requireNonNull(handle, "handle");
    RemoteBlock block = word(memory, rank, offset, "nbCompareAndSwap");
    requireResult("nbCompareAndSwap", result, resultOffset);
    long ticket = block.startCompareAndSwapLong(offset, expected, value, result, resultOffset);
    handle.add(rank, ticket);
  }

  private static void requireResult(String operation, MemorySegment result, long offset) {
    Checks.local(operation, result, offset, Long.BYTES);
    Checks.writable(operation, result);
    Checks.usable(operation, result);
  }
}
