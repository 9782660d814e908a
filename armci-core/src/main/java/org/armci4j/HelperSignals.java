package org.armci4j;

import java.util.Objects;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Waiter;

/**
 * Signals to helper threads, and how such a thread waits for them. For extensions of the runtime
 * that serve requests on a thread of their own, such as {@code org.armci4j.call}; programs use
 * {@link Armci#signal} and {@link Armci#waitUntil}.
 *
 * <p>A helper has a bell of its own: it is nearly always parked, and signals to the rank's own
 * waits shall not pay for waking it.
 *
 * <p>Obtained from {@link Armci#helperSignals}. Ordering and errors are those of {@link Armci}.
 */
public final class HelperSignals {
  private final int rank;
  private final Tickets transfers;
  private final Waiter waiter;

  HelperSignals(int rank, Tickets transfers, Waiter waiter) {
    this.rank = rank;
    this.transfers = transfers;
    this.waiter = waiter;
  }

  /**
   * Writes a signal word: a rank that sees it sees all that this thread put to the same rank
   * before. Wakes the rank's helper thread.
   *
   * @param memory the global memory
   * @param target the rank to signal
   * @param offset where the word is in the target's block, a multiple of 8
   * @param value the word's new value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void signal(GlobalMemory memory, int target, long offset, long value) {
    Checks.word(transfers, "signal", memory, target, offset).signalHelper(offset, value);
  }

  /**
   * Waits, as a helper thread, until a word of this rank's own block stands in a relation to a
   * value.
   *
   * @param memory the global memory
   * @param offset where the word is in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value what the word is compared with
   * @param timeoutNanos how long to wait, in nanoseconds
   * @return the word as it was seen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time is over
   */
  public long waitUntil(
      GlobalMemory memory, long offset, Comparison comparison, long value, long timeoutNanos) {
    RemoteBlock block = Checks.word(transfers, "waitUntil", memory, rank, offset);
    Objects.requireNonNull(comparison, "comparison");
    return waiter.awaitWord(block.view(), offset, comparison, value, timeoutNanos, memory);
  }
}
