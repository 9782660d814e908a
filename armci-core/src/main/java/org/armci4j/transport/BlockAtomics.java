package org.armci4j.transport;

import java.lang.foreign.MemorySegment;

/**
 * Atomic operations of a block. Each updates a word as one step to every other atomic operation on
 * that word.
 */
public interface BlockAtomics {
  /**
   * Updates a word of eight bytes as one step to every other atomic operation on it.
   *
   * @param update the kind of update
   * @param offset first byte of the word in the block, a multiple of 8
   * @param operand the update's operand
   * @return the value before
   */
  long updateLong(UpdateKind update, long offset, long operand);

  /**
   * Updates a word of four bytes as one step to every other atomic operation on it.
   *
   * @param update the kind of update
   * @param offset first byte of the word in the block, a multiple of 4
   * @param operand the update's operand
   * @return the value before
   */
  int updateInt(UpdateKind update, long offset, int operand);

  /**
   * Replaces a word of eight bytes if it holds the expected value, as one step.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param expected the value that the word must hold
   * @param value the new value in that case
   * @return the value before; the word was replaced exactly when this is {@code expected}
   */
  long compareAndSwapLong(long offset, long expected, long value);

  /**
   * Replaces a word of four bytes if it holds the expected value, as one step.
   *
   * @param offset first byte of the word in the block, a multiple of 4
   * @param expected the value that the word must hold
   * @param value the new value in that case
   * @return the value before; the word was replaced exactly when this is {@code expected}
   */
  int compareAndSwapInt(long offset, int expected, int value);

  /**
   * Starts the update that {@link #updateLong} makes.
   *
   * @param update the kind of update
   * @param offset first byte of the word in the block, a multiple of 8
   * @param operand the update's operand
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when the ticket is complete
   */
  long startUpdateLong(
      UpdateKind update, long offset, long operand, MemorySegment result, long resultOffset);

  /**
   * Starts the update that {@link #updateInt} makes, like {@link #startUpdateLong}.
   *
   * @param update the kind of update
   * @param offset first byte of the word in the block, a multiple of 4
   * @param operand the update's operand
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when the ticket is complete
   */
  long startUpdateInt(
      UpdateKind update, long offset, int operand, MemorySegment result, long resultOffset);

  /**
   * Starts the exchange that {@link #compareAndSwapLong} makes, like {@link #startUpdateLong}.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param expected the value that the word must hold
   * @param value the new value in that case
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when the ticket is complete
   */
  long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment result, long resultOffset);

  /**
   * Starts the exchange that {@link #compareAndSwapInt} makes, like {@link #startUpdateLong}.
   *
   * @param offset first byte of the word in the block, a multiple of 4
   * @param expected the value that the word must hold
   * @param value the new value in that case
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when the ticket is complete
   */
  long startCompareAndSwapInt(
      long offset, int expected, int value, MemorySegment result, long resultOffset);

  /**
   * Starts the updates of a list, in its order. Each is one step to every other atomic operation on
   * its word.
   *
   * @param offset base of the list's offsets in the block
   * @param list the updates; must not change until the ticket is complete
   * @param results receives the values before, at any alignment
   * @param resultsOffset base of the list's results there
   * @return a ticket; the results are there when the ticket is complete
   */
  long updateList(long offset, UpdateList list, MemorySegment results, long resultsOffset);
}
