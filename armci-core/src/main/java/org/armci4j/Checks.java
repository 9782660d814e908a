package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;

/**
 * The checks that every call makes before it touches memory: a few compares, with the messages kept
 * out of the way of the JIT.
 */
final class Checks {
  private Checks() {}

  /** The range lies inside the target's block. */
  static void range(String operation, RemoteBlock block, long offset, long sizeBytes) {
    if ((offset | sizeBytes) < 0 || sizeBytes > block.sizeBytes() - offset) {
      throw outside(
          operation, "rank " + block.rank() + "'s block", block.sizeBytes(), offset, sizeBytes);
    }
  }

  /** The range lies inside the caller's own buffer. */
  static void local(String operation, MemorySegment buffer, long offset, long sizeBytes) {
    if ((offset | sizeBytes) < 0 || sizeBytes > buffer.byteSize() - offset) {
      throw outside(operation, "the local buffer", buffer.byteSize(), offset, sizeBytes);
    }
  }

  /** The caller's buffer can be written. */
  static void writable(String operation, MemorySegment buffer) {
    if (buffer.isReadOnly()) {
      throw new ArmciException(
          operation + ": the local buffer is read-only; give one that can be written");
    }
  }

  /**
   * The caller's buffer can be used now by this thread: for operations that change the target
   * before they touch the buffer.
   */
  static void usable(String operation, MemorySegment buffer) {
    if (!buffer.scope().isAlive()) {
      throw new ArmciException(operation + ": the arena of the local buffer has been closed");
    }
    if (!buffer.isAccessibleBy(Thread.currentThread())) {
      throw new ArmciException(
          operation
              + ": the local buffer is from a confined arena of another thread; use a shared one");
    }
  }

  /** Whole elements only. */
  static void elements(String operation, Accumulation accumulation, long sizeBytes) {
    if (sizeBytes % accumulation.elementBytes() != 0) {
      throw new ArmciException(
          "%s: %d bytes are no whole number of elements of %d bytes, as %s has"
              .formatted(operation, sizeBytes, accumulation.elementBytes(), accumulation));
    }
  }

  /** A word of eight bytes lies inside the target's block and is aligned. */
  static void word(String operation, RemoteBlock block, long offset) {
    range(operation, block, offset, Long.BYTES);
    if ((offset & (Long.BYTES - 1)) != 0) {
      throw misaligned(operation, block, offset, Long.BYTES);
    }
  }

  /** A word of four bytes lies inside the target's block and is aligned. */
  static void halfWord(String operation, RemoteBlock block, long offset) {
    range(operation, block, offset, Integer.BYTES);
    if ((offset & (Integer.BYTES - 1)) != 0) {
      throw misaligned(operation, block, offset, Integer.BYTES);
    }
  }

  private static ArmciException misaligned(
      String operation, RemoteBlock block, long offset, int alignment) {
    return new ArmciException(
        "%s: offset %d in rank %d's block is not a multiple of %d, as words that are updated"
                .formatted(operation, offset, block.rank(), alignment)
            + " atomically must be");
  }

  private static ArmciException outside(
      String operation, String where, long limitBytes, long offset, long sizeBytes) {
    return new ArmciException(
        "%s: %d bytes at offset %d are not inside %s, which has %d bytes"
            .formatted(operation, sizeBytes, offset, where, limitBytes));
  }
}
