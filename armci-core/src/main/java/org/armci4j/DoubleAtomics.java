package org.armci4j;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of {@code double}, at offsets that are multiples of 8, implemented by
 * compare-and-swap of the word's bits. Each is atomic with respect to every other atomic operation
 * on the same word. {@link LongAtomics} reads, writes and swaps the bits of the same words.
 *
 * <p>Obtained from {@link Armci#doubleAtomics}. Errors are those of {@link Armci}.
 */
public final class DoubleAtomics {
  private final Tickets transfers;

  DoubleAtomics(Tickets transfers) {
    this.transfers = transfers;
  }

  /**
   * Adds to a word.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param delta the summand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public double fetchAndAdd(GlobalMemory memory, int rank, long offset, double delta) {
    return fetchAndAdd(Checks.word(transfers, "fetchAndAdd", memory, rank, offset), offset, delta);
  }

  static double fetchAndAdd(RemoteBlock block, long offset, double delta) {
    long seen = block.getLong(offset);
    while (true) {
      double before = Double.longBitsToDouble(seen);
      long wanted = Double.doubleToRawLongBits(before + delta);
      long held = block.compareAndSwapLong(offset, seen, wanted);
      if (held == seen) {
        return before;
      }
      seen = held;
    }
  }

  /**
   * Replaces a word by the smaller of its value and another, as {@link Math#min} defines.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public double fetchAndMin(GlobalMemory memory, int rank, long offset, double value) {
    return fetchAndMin(Checks.word(transfers, "fetchAndMin", memory, rank, offset), offset, value);
  }

  static double fetchAndMin(RemoteBlock block, long offset, double value) {
    long seen = block.getLong(offset);
    while (true) {
      double before = Double.longBitsToDouble(seen);
      long wanted = Double.doubleToRawLongBits(Math.min(before, value));
      long held = block.compareAndSwapLong(offset, seen, wanted);
      if (held == seen) {
        return before;
      }
      seen = held;
    }
  }

  /**
   * Replaces a word by the larger of its value and another, as {@link Math#max} defines.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset offset of the word in the target's block
   * @param value the other operand
   * @return the previous value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public double fetchAndMax(GlobalMemory memory, int rank, long offset, double value) {
    return fetchAndMax(Checks.word(transfers, "fetchAndMax", memory, rank, offset), offset, value);
  }

  static double fetchAndMax(RemoteBlock block, long offset, double value) {
    long seen = block.getLong(offset);
    while (true) {
      double before = Double.longBitsToDouble(seen);
      long wanted = Double.doubleToRawLongBits(Math.max(before, value));
      long held = block.compareAndSwapLong(offset, seen, wanted);
      if (held == seen) {
        return before;
      }
      seen = held;
    }
  }
}
