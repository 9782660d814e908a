package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.Words;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Waiter;
import org.armci4j.waiting.WordCondition;

/**
 * Implements the dissemination barrier. In round r every rank signals the rank 2^r ranks on and
 * waits for the rank 2^r ranks back. After ⌈log2 n⌉ rounds every rank has heard of every other, for
 * any n.
 *
 * <p>Each round has one 64-bit word per rank, on its own pair of cache lines, with the number of
 * the latest barrier signalled. The waiter waits for this number or a later one, so a peer that is
 * already in the next barrier does no harm. The number cannot wrap.
 *
 * <p>Used by one thread of a rank at a time. Source: Hensgen, Finkel, Manber, "Two algorithms for
 * barrier synchronization" (1988); the wait for this or a later number is Gupta's (thesis, chapter
 * 3).
 */
class Barrier {
  /** Number of rounds for 2^31 ranks. */
  private static final int MAX_ROUNDS = 31;

  private static final long LINE_BYTES = 128;

  /** Where in a round's cache lines the word is by which ranks leave. */
  private static final long LEAVE = Long.BYTES;

  /** Bytes of each rank's control block that a barrier uses. */
  static final long SIZE_BYTES = MAX_ROUNDS * LINE_BYTES;

  private final Waiter waiter;
  private final MemorySegment own;
  private final RemoteBlock[] next;
  private final String[] waits;
  private long epoch;

  /** Rounds of leaving that this rank has signalled. */
  private int leftRounds;

  /**
   * Makes a barrier of some ranks; its words are the first bytes of {@code control}.
   *
   * @param index this rank's index in {@code ranks}
   */
  Barrier(GlobalMemory control, int[] ranks, int index, Waiter waiter) {
    this.waiter = waiter;
    this.own = control.local();
    int size = ranks.length;
    int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    this.next = new RemoteBlock[rounds];
    this.waits = new String[rounds];
    for (int round = 0; round < rounds; round++) {
      int distance = 1 << round;
      next[round] = control.block(ranks[(int) (((long) index + distance) % size)], "barrier");
      waits[round] = "barrier, signal of rank " + ranks[Math.floorMod(index - distance, size)];
    }
  }

  /** Makes a barrier that the program has called. */
  void await(long timeoutNanos) {
    meet(timeoutNanos);
  }

  /** Waits until every rank has called it as often as this one. */
  void meet(long timeoutNanos) {
    long number = ++epoch;
    for (int round = 0; round < next.length; round++) {
      long word = round * LINE_BYTES;
      next[round].awaitedSignal(word, number);
      waiter.awaitWord(own, word, WordCondition.GE, number, timeoutNanos, waits[round]);
    }
  }

  /**
   * Goes on with the last barrier of ranks that leave, which has words of its own, as far as that
   * needs no wait: each call signals the rounds before which this rank has heard of the others. It
   * goes to the same ranks as every barrier, so it makes no connections.
   *
   * @return whether every rank has begun to leave; no signal is then on its way to this one
   */
  boolean isLeftByAll() {
    while (leftRounds < next.length && (leftRounds == 0 || isLeft(leftRounds - 1))) {
      next[leftRounds].signal(leftRounds * LINE_BYTES + LEAVE, 1);
      leftRounds++;
    }
    return leftRounds == next.length && (leftRounds == 0 || isLeft(leftRounds - 1));
  }

  private boolean isLeft(int round) {
    return Words.getAcquire(own, round * LINE_BYTES + LEAVE) != 0;
  }
}
