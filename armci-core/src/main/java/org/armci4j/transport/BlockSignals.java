package org.armci4j.transport;

import java.lang.foreign.MemorySegment;

/**
 * Signals of a block: words of eight bytes that wake their reader. A reader that sees the word also
 * sees every earlier write of the same thread.
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
   * Writes a signal word like {@link #signal}; a flush need not cover it. The reader must wait for
   * the word before anything else uses its memory.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param value the new value of the word
   */
  default void awaitedSignal(long offset, long value) {
    signal(offset, value);
  }

  /**
   * Writes a signal word like {@link #signal}, but wakes the rank's helper thread and not its
   * waits.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param value the new value of the word
   */
  void signalHelper(long offset, long value);

  /**
   * Wakes the owner's waits if they are parked, as {@link #signal} does after its word. Callers
   * have changed the memory through its view. Does nothing on a block without a view.
   */
  void wake();

  /**
   * Adds to a signal word, as one step to other updates of it, and wakes the rank if it is parked.
   * A thread that sees the word sees all that this thread wrote to the same rank before.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param delta the number to add
   */
  void signalAdd(long offset, long delta);

  /**
   * Starts a {@link BlockTransfers#put} and writes words of the same rank behind it. The last word
   * is a {@linkplain #signal signal word}. A transport sends all of it as one message, or as one
   * chain of messages, if it can.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes number of bytes; 0 for words alone
   * @param signalBlock the same rank's block that holds the words
   * @param words the words to write before the signal word; read in this call
   * @param signalOffset first byte of the signal word in that block, a multiple of 8
   * @param signalValue the new value of the signal word
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
   * Does the same as {@link #putSignal} if it can start at once: nothing to wait for, and no
   * operations of other threads queued in front. For a thread that must not wait.
   *
   * @param source memory of this rank's own block
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes number of bytes, no more than fit into one message; they must not change until
   *     the signal has been seen
   * @param signalBlock the same rank's block that holds the words
   * @param words the words to write before the signal word; read in this call
   * @param signalOffset first byte of the signal word in that block, a multiple of 8
   * @param signalValue the new value of the signal word
   * @return false when nothing was done, as the call would have had to wait
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
