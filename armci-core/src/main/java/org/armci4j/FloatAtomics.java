package org.armci4j;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.NumberUpdate;
import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of {@code float}, at offsets that are multiples of 4, implemented by
 * compare-and-swap of the word's bits. Each is atomic with respect to every other atomic operation
 * on the same word. {@link IntAtomics} reads, writes and swaps the bits of the same words.
 *
 * <p>Obtained from {@link Armci#floatAtomics}. Errors are those of {@link Armci}.
 */
public final class FloatAtomics {
  private final Tickets tickets;

  FloatAtomics(Tickets tickets) {
    this.tickets = tickets;
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
    RemoteBlock block = Checks.halfWord(tickets, "fetchAndAdd", memory, rank, offset);
    return NumberUpdate.ADD.update(block, offset, delta);
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
    RemoteBlock block = Checks.halfWord(tickets, "fetchAndMin", memory, rank, offset);
    return NumberUpdate.MIN.update(block, offset, value);
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
    RemoteBlock block = Checks.halfWord(tickets, "fetchAndMax", memory, rank, offset);
    return NumberUpdate.MAX.update(block, offset, value);
  }
}
