package org.armci4j;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of {@code float}, at offsets that are multiples of 4, implemented by
 * compare-and-swap of the word's bits. Each is atomic with respect to every other atomic operation
 * on the same word. {@link IntAtomics} reads, writes and swaps the bits of the same words.
 *
 * <p>Obtained from {@link Armci#floatAtomics}. Errors are those of {@link Armci}.
 */
public final class FloatAtomics {
  private final Tickets transfers;

  FloatAtomics(Tickets transfers) {
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
  public float fetchAndAdd(GlobalMemory memory, int rank, long offset, float delta) {
    return fetchAndAdd(
        Checks.halfWord(transfers, "fetchAndAdd", memory, rank, offset), offset, delta);
  }

  static float fetchAndAdd(RemoteBlock block, long offset, float delta) {
    int seen = block.getInt(offset);
    while (true) {
      float before = Float.intBitsToFloat(seen);
      int wanted = Float.floatToRawIntBits(before + delta);
      int held = block.compareAndSwapInt(offset, seen, wanted);
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
  public float fetchAndMin(GlobalMemory memory, int rank, long offset, float value) {
    return fetchAndMin(
        Checks.halfWord(transfers, "fetchAndMin", memory, rank, offset), offset, value);
  }

  static float fetchAndMin(RemoteBlock block, long offset, float value) {
    int seen = block.getInt(offset);
    while (true) {
      float before = Float.intBitsToFloat(seen);
      int wanted = Float.floatToRawIntBits(Math.min(before, value));
      int held = block.compareAndSwapInt(offset, seen, wanted);
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
  public float fetchAndMax(GlobalMemory memory, int rank, long offset, float value) {
    return fetchAndMax(
        Checks.halfWord(transfers, "fetchAndMax", memory, rank, offset), offset, value);
  }

  static float fetchAndMax(RemoteBlock block, long offset, float value) {
    int seen = block.getInt(offset);
    while (true) {
      float before = Float.intBitsToFloat(seen);
      int wanted = Float.floatToRawIntBits(Math.max(before, value));
      int held = block.compareAndSwapInt(offset, seen, wanted);
      if (held == seen) {
        return before;
      }
      seen = held;
    }
  }
}
