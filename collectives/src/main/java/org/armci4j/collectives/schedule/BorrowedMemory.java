package org.armci4j.collectives.schedule;

import org.armci4j.GlobalMemory;
import org.armci4j.Lending;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * What this rank knows of the memory that its peers lend: a few loans of each, by their
 * generations. The peer that lends tells a key only when it has not told it yet or has told another
 * in its place since, so both sides keep the same ones: the loan of a generation is in place
 * generation modulo {@link #KEPT}.
 */
final class BorrowedMemory {
  /** Loans of a peer that are known at once. */
  static final int KEPT = 4;

  private final Lending lending;
  private final int[] ranks;
  private final long[] generations;
  private final GlobalMemory[] memories;

  /**
   * @param ranks of the group, in the order of their places
   */
  BorrowedMemory(Lending lending, int[] ranks) {
    this.lending = lending;
    this.ranks = ranks.clone();
    this.generations = new long[ranks.length * KEPT];
    this.memories = new GlobalMemory[ranks.length * KEPT];
  }

  /** Returns the index of a peer's loan among all loans. */
  static int index(int peer, long generation) {
    return peer * KEPT + (int) (generation % KEPT);
  }

  /** Takes note of a key, in place of an older one, with which nothing is under way. */
  void learn(int peer, long generation, long sizeBytes, byte[] descriptor) {
    int index = index(peer, generation);
    forget(index);
    memories[index] = lending.borrow(ranks[peer], generation, sizeBytes, descriptor);
    generations[index] = generation;
  }

  /** Returns the memory of a loan. */
  GlobalMemory memory(int peer, long generation) {
    int index = index(peer, generation);
    if (generations[index] != generation) {
      throw new ArmciException(
          Text.format(
              "rank %d lends memory by number %d, and has told the key of number %d",
              ranks[peer], generation, generations[index]));
    }
    return memories[index];
  }

  private void forget(int index) {
    GlobalMemory old = memories[index];
    if (old != null) {
      memories[index] = null;
      generations[index] = 0;
      lending.giveBack(old);
    }
  }

  /** Nothing is under way any more. */
  void close() {
    for (int index = 0; index < memories.length; index++) {
      forget(index);
    }
  }
}
