package org.armci4j;

import java.util.Arrays;
import java.util.BitSet;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Waiter;

/** A handle from {@link Armci#newHandle}, used by one thread at a time. */
final class ExplicitHandle extends Handle {
  /**
   * Targets with operations under way. Tickets of one target complete in order, so only the latest
   * is kept.
   */
  private int[] ranks = new int[2];

  private long[] tickets = new long[2];
  private int pending;

  /** Whether an operation under way may deliver data to memory of a confined arena. */
  private boolean confined;

  /**
   * Ranks to fence. They include ranks whose operations are locally complete, as the data of a put
   * may still be on its way.
   */
  private final BitSet targets;

  ExplicitHandle(Tickets transfers) {
    super(transfers, true);
    this.targets = new BitSet(transfers.ranks());
  }

  @Override
  void add(int rank, long ticket) {
    targets.set(rank);
    if (ticket != RemoteBlock.COMPLETE) {
      addPending(rank, ticket);
    }
  }

  @Override
  void addConfined(int rank, long ticket) {
    confined = true;
  }

  @Override
  boolean expectsConfined() {
    return confined;
  }

  private void addPending(int rank, long ticket) {
    for (int i = 0; i < pending; i++) {
      if (ranks[i] == rank) {
        tickets[i] = ticket;
        return;
      }
    }
    if (pending == ranks.length) {
      ranks = Arrays.copyOf(ranks, 2 * pending);
      tickets = Arrays.copyOf(tickets, 2 * pending);
    }
    ranks[pending] = rank;
    tickets[pending++] = ticket;
  }

  @Override
  boolean isComplete() {
    if (pending > 0) {
      transfers.progress();
    }
    while (pending > 0 && transfers.isComplete(ranks[pending - 1], tickets[pending - 1])) {
      pending--;
    }
    confined &= pending > 0;
    return pending == 0;
  }

  @Override
  void awaitLocal(long timeoutNanos) {
    long startNanos = Waiter.startNanos(timeoutNanos);
    while (pending > 0) {
      long leftNanos = Waiter.leftNanos(startNanos, timeoutNanos);
      transfers.await(ranks[pending - 1], tickets[pending - 1], leftNanos);
      pending--;
    }
    confined = false;
  }

  @Override
  void abandon(RuntimeException cause) {
    for (int i = 0; i < pending; i++) {
      transfers.abandon(ranks[i], tickets[i]);
    }
  }

  @Override
  void flush() {
    for (int rank = targets.nextSetBit(0); rank >= 0; rank = targets.nextSetBit(rank + 1)) {
      transfers.flush(rank);
    }
    targets.clear();
  }

  @Override
  Handle take() {
    ExplicitHandle taken = new ExplicitHandle(transfers);
    for (int i = 0; i < pending; i++) {
      taken.add(ranks[i], tickets[i]);
    }
    pending = 0;
    return taken;
  }
}
