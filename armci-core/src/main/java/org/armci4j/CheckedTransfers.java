package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.WordWrites;

/**
 * Starts contiguous transfers after checking every argument. Each method returns the ticket of
 * {@link RemoteBlock}; blocking callers wait for it, nonblocking callers add it to a handle.
 *
 * <p>Only the block checks that the local buffer's arena is open and that this thread may use it,
 * and refuses before any data moves. A second check here would slow down the shortest transfers.
 */
final class CheckedTransfers {
  private CheckedTransfers() {}

  static long put(
      Tickets own,
      String operation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes) {
    RemoteBlock block = Checks.range(own, operation, memory, rank, offset, sizeBytes);
    Checks.local(operation, "source", source, sourceOffset, sizeBytes);
    try {
      return block.put(source, sourceOffset, offset, sizeBytes);
    } catch (IllegalStateException | WrongThreadException e) {
      throw Checks.unusable(operation, "source", source, e);
    }
  }

  static long get(
      Tickets own,
      String operation,
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    RemoteBlock block = Checks.range(own, operation, memory, rank, offset, sizeBytes);
    Checks.localWritable(operation, "destination", destination, destinationOffset, sizeBytes);
    try {
      return block.get(offset, destination, destinationOffset, sizeBytes);
    } catch (IllegalStateException | WrongThreadException e) {
      throw Checks.unusable(operation, "destination", destination, e);
    }
  }

  static long accumulate(
      Tickets own,
      String operation,
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes) {
    RemoteBlock block = Checks.range(own, operation, memory, rank, offset, sizeBytes);
    Checks.local(operation, "source", source, sourceOffset, sizeBytes);
    Checks.elements(operation, accumulation, sizeBytes);
    try {
      return block.accumulate(accumulation, source, sourceOffset, offset, sizeBytes);
    } catch (IllegalStateException | WrongThreadException e) {
      throw Checks.unusable(operation, "source", source, e);
    }
  }

  static long putSignal(
      Tickets own,
      String operation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      long sizeBytes,
      GlobalMemory signalMemory,
      WordWrites words,
      long signalOffset,
      long signalValue) {
    RemoteBlock signalBlock = Checks.signalBlock(own, operation, signalMemory, rank, signalOffset);
    for (int i = 0; i < words.count(); i++) {
      Checks.word(operation, signalBlock, words.offset(i));
    }
    RemoteBlock block = Checks.range(own, operation, memory, rank, offset, sizeBytes);
    Checks.local(operation, "source", source, sourceOffset, sizeBytes);
    try {
      return block.putSignal(
          source, sourceOffset, offset, sizeBytes, signalBlock, words, signalOffset, signalValue);
    } catch (IllegalStateException | WrongThreadException e) {
      throw Checks.unusable(operation, "source", source, e);
    }
  }
}
