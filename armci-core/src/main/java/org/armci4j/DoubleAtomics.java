package org.armci4j;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.NumberUpdate;
import org.armci4j.transport.RemoteBlock;

/**
 * Atomic operations on words of {@code double}, at offsets that are multiples of 8, implemented by
 * compare-and-swap of the word's bits. Each is atomic with respect to every other atomic operation
 * on the same word. {@link LongAtomics} reads, writes and swaps the bits of the same words.
 *
 * <p>Obtained from {@link Armci#doubleAtomics}. Errors are those of {@link Armci}.
 */
public final class DoubleAtomics {
  private final Tickets tickets;

  DoubleAtomics(Tickets tickets) {
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
  public double fetchAndAdd(GlobalMemory memory, int rank, long offset, double delta) {
    RemoteBlock block = Checks.word(tickets, "fetchAndAdd", memory, rank, offset);
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
  public double fetchAndMin(GlobalMemory memory, int rank, long offset, double value) {
    RemoteBlock block = Checks.word(tickets, "fetchAndMin", memory, rank, offset);
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
  public double fetchAndMax(GlobalMemory memory, int rank, long offset, double value) {
    RemoteBlock block = Checks.word(tickets, "fetchAndMax", memory, rank, offset);
    return NumberUpdate.MAX.update(block, offset, value);
  }
}
