package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;

/**
 * Checks the arguments of every call before it touches memory: a few comparisons, with the messages
 * in methods of their own so that the JIT can inline the checks.
 */
final class Checks {
  private Checks() {}

  /** Returns a rank's block, if the memory is the caller's own runtime's. */
  static RemoteBlock block(Tickets own, String operation, GlobalMemory memory, int rank) {
    own.requireOwn(operation, "memory", memory);
    return memory.block(rank, operation);
  }

  /** Returns a rank's block for signals, if the signal word lies inside it and is aligned. */
  static RemoteBlock signalBlock(
      Tickets own, String operation, GlobalMemory signalMemory, int rank, long signalOffset) {
    own.requireOwn(operation, "signalMemory", signalMemory);
    RemoteBlock block = signalMemory.block(rank, operation);
    word(operation, block, signalOffset);
    return block;
  }

  /** Returns a rank's block, if a range lies inside it. */
  static RemoteBlock range(
      Tickets own, String operation, GlobalMemory memory, int rank, long offset, long sizeBytes) {
    RemoteBlock block = block(own, operation, memory, rank);
    range(operation, block, offset, sizeBytes);
    return block;
  }

  /** Checks that the range lies inside the target's block. */
  static void range(String operation, RemoteBlock block, long offset, long sizeBytes) {
    if ((offset | sizeBytes) < 0 || sizeBytes > block.sizeBytes() - offset) {
      throw outside(
          operation, "rank " + block.rank() + "'s block", block.sizeBytes(), offset, sizeBytes);
    }
  }

  /** Returns the size of a buffer; a null buffer is reported by its {@code name}. */
  static long sizeBytes(String name, MemorySegment buffer) {
    return Objects.requireNonNull(buffer, name).byteSize();
  }

  /** Checks that the range lies inside the caller's own buffer. */
  static void local(
      String operation, String name, MemorySegment buffer, long offset, long sizeBytes) {
    Objects.requireNonNull(buffer, name);
    if ((offset | sizeBytes) < 0 || sizeBytes > buffer.byteSize() - offset) {
      throw outside(operation, "the " + name, buffer.byteSize(), offset, sizeBytes);
    }
  }

  /** Checks that the range lies inside the caller's own buffer and can be written. */
  static void localWritable(
      String operation, String name, MemorySegment buffer, long offset, long sizeBytes) {
    local(operation, name, buffer, offset, sizeBytes);
    writable(operation, name, buffer);
  }

  /** Checks that the caller's buffer can be written. */
  static void writable(String operation, String name, MemorySegment buffer) {
    if (buffer.isReadOnly()) {
      throw new ArmciException(
          Text.format("%s: the %s is read-only; give one that can be written", operation, name));
    }
  }

  /** Returns the exception for the caller when a block has refused to use a buffer. */
  static RuntimeException unusable(
      String operation, String name, MemorySegment buffer, RuntimeException refusal) {
    InPlace.requireUsable(operation, name, buffer);
    return refusal;
  }

  /** Checks that a size is a whole number of elements. */
  static void elements(String operation, Accumulation accumulation, long sizeBytes) {
    Objects.requireNonNull(accumulation, "accumulation");
    if (sizeBytes % accumulation.elementBytes() != 0) {
      throw new ArmciException(
          Text.format(
              "%s: %d bytes are no whole number of elements of %d bytes, as %s has",
              operation, sizeBytes, accumulation.elementBytes(), accumulation));
    }
  }

  /** Returns a rank's block, if a word of eight bytes lies inside it and is aligned. */
  static RemoteBlock word(
      Tickets own, String operation, GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = block(own, operation, memory, rank);
    word(operation, block, offset);
    return block;
  }

  /** Checks that a word of eight bytes lies inside the block and is aligned. */
  static void word(String operation, RemoteBlock block, long offset) {
    range(operation, block, offset, Long.BYTES);
    if ((offset & (Long.BYTES - 1)) != 0) {
      throw misaligned(operation, block, offset, Long.BYTES);
    }
  }

  /** Returns a rank's block, if a word of four bytes lies inside it and is aligned. */
  static RemoteBlock halfWord(
      Tickets own, String operation, GlobalMemory memory, int rank, long offset) {
    RemoteBlock block = range(own, operation, memory, rank, offset, Integer.BYTES);
    if ((offset & (Integer.BYTES - 1)) != 0) {
      throw misaligned(operation, block, offset, Integer.BYTES);
    }
    return block;
  }

  private static ArmciException misaligned(
      String operation, RemoteBlock block, long offset, int alignment) {
    return new ArmciException(
        Text.format(
                "%s: offset %d in rank %d's block is not a multiple of %d, as words that are"
                    + " updated",
                operation, offset, block.rank(), alignment)
            + " atomically must be");
  }

  private static ArmciException outside(
      String operation, String where, long limitBytes, long offset, long sizeBytes) {
    return new ArmciException(
        Text.format(
            "%s: %d bytes at offset %d are not inside %s, which has %d bytes",
            operation, sizeBytes, offset, where, limitBytes));
  }
}
