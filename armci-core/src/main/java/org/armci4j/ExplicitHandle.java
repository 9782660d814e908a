package org.armci4j;

import java.util.Arrays;
import java.util.BitSet;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Waiter;

/** A handle from {@link Armci#newHandle}, used by one thread at a time. */
final class ExplicitHandle extends Handle {
  /**
   * Targets with operations under way. Tickets of one target complete in order, so only the latest
   * is kept.
   */
  private int[] ranks = new int[2];

  /** The latest ticket of each target. */
  private long[] latest = new long[2];

  private int pending;

  /** Whether an operation under way may deliver data to memory of a confined arena. */
  private boolean confined;

  /**
   * Ranks to fence. They include ranks whose operations are locally complete, as the data of a put
   * may still be under way.
   */
  private final BitSet targets;

  ExplicitHandle(Tickets tickets) {
    super(tickets, true);
    this.targets = new BitSet(tickets.ranks());
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
        latest[i] = ticket;
        return;
      }
    }
    if (pending == ranks.length) {
      ranks = Arrays.copyOf(ranks, 2 * pending);
      latest = Arrays.copyOf(latest, 2 * pending);
    }
    ranks[pending] = rank;
    latest[pending++] = ticket;
  }

  @Override
  boolean isComplete() {
    if (pending > 0) {
      tickets.progress();
    }
    while (pending > 0 && tickets.isComplete(ranks[pending - 1], latest[pending - 1])) {
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
      tickets.await(ranks[pending - 1], latest[pending - 1], leftNanos);
      pending--;
    }
    confined = false;
  }

  @Override
  void abandon(RuntimeException cause) {
    for (int i = 0; i < pending; i++) {
      tickets.end(ranks[i], latest[i], cause);
    }
    dropLost();
  }

  /** Drops the operations of lost ranks: their end is told once, and ends no later wait. */
  private void dropLost() {
    int kept = 0;
    for (int i = 0; i < pending; i++) {
      if (tickets.isLost(ranks[i])) {
        targets.clear(ranks[i]);
      } else {
        ranks[kept] = ranks[i];
        latest[kept++] = latest[i];
      }
    }
    pending = kept;
    confined &= pending > 0;
  }

  @Override
  void flush() {
    for (int rank = targets.nextSetBit(0); rank >= 0; rank = targets.nextSetBit(rank + 1)) {
      flush(rank);
    }
    targets.clear();
  }

  /** Fences a rank; a lost one only once, as its loss is told then. */
  private void flush(int rank) {
    try {
      tickets.flush(rank);
    } catch (RankFailedException e) {
      targets.clear(rank);
      throw e;
    }
  }

  @Override
  Handle take() {
    ExplicitHandle taken = new ExplicitHandle(tickets);
    for (int i = 0; i < pending; i++) {
      taken.add(ranks[i], latest[i]);
    }
    pending = 0;
    return taken;
  }
}
