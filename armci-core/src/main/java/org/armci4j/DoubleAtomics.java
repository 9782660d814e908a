package org.armci4j;

import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of {@code double}, at offsets that are multiples of 8, made of
 * compare-and-swap on the word's bits. Each is one step to every other atomic operation on the same
 * word; {@link LongAtomics} reads, writes and swaps the same words by their bits.
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
   * @param offset where the word is in the target's block
   * @param delta what to add
   * @return the value before
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
   * Replaces a word by the smaller of it and a value, as {@link Math#min} takes it.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param value the other one
   * @return the value before
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
   * Replaces a word by the larger of it and a value, as {@link Math#max} takes it.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset where the word is in the target's block
   * @param value the other one
   * @return the value before
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
