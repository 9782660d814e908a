package org.armci4j.transport;

import java.lang.foreign.MemorySegment;

/**
 * The signals of a block: words of eight bytes that tell their reader that what was written before
 * is there, and wake it.
 */
public interface BlockSignals {
  /**
   * Writes a signal word and wakes the rank if it is parked. A thread that sees the word sees all
   * that this thread wrote to the same rank before.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param value the new value of the word
   */
  void signal(long offset, long value);

  /**
   * Writes a signal word as {@link #signal} does, whose reader waits for it before anything else is
   * made of its memory: no flush need see to it.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param value the new value of the word
   */
  default void awaitedSignal(long offset, long value) {
    signal(offset, value);
  }

  /**
   * Writes a signal word as {@link #signal} does, but wakes the rank's helper thread and not its
   * waits.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param value the new value of the word
   */
  void signalHelper(long offset, long value);

  /**
   * Wakes the owner's waits if they are parked, as {@link #signal} does after its word: for those
   * that change the memory by its view. Does nothing on a block without one.
   */
  void wake();

  /**
   * Adds to a signal word, as one step to other updates of it, and wakes the rank if it is parked.
   * A thread that sees the word sees all that this thread wrote to the same rank before.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param delta what to add
   */
  void signalAdd(long offset, long delta);

  /**
   * Starts to write what {@link BlockTransfers#put} does and then, behind it, words of the same
   * rank, the last of which is a {@linkplain #signal signal word}: as one message, or as one chain
   * of them, where that is what the transport can do.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes how many; 0 for words alone
   * @param signalBlock the same rank's block that holds the words
   * @param words what is written before the signal word; read in this call
   * @param signalOffset first byte of the word in that block, a multiple of 8
   * @param signalValue the new value of the word
   * @return a ticket for the data
   */
  long putSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      WordWrites words,
      long signalOffset,
      long signalValue);

  /**
   * Does what {@link #putSignal} does if it need not wait for anything, nor for its turn behind
   * what other threads have called: for a thread that must not wait.
   *
   * @param source memory of this rank's own block
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes how many, no more than fit into one message; they stay as they are until the
   *     signal has been seen
   * @param signalBlock the same rank's block that holds the words
   * @param words what is written before the signal word; read in this call
   * @param signalOffset first byte of the word in that block, a multiple of 8
   * @param signalValue the new value of the word
   * @return false when nothing was done, as something would have to be waited for
   */
  boolean tryPutSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      WordWrites words,
      long signalOffset,
      long signalValue);
}
