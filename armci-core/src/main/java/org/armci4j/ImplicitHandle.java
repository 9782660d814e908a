package org.armci4j;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Waiter;

/**
 * The implicit handle of a runtime. Any thread may use it. Tickets of one target complete in order,
 * so the highest ticket of each target stands for all.
 */
final class ImplicitHandle extends Handle {
  /** The highest ticket of each target; 0 when none was ever outstanding. */
  private final AtomicLongArray latest;

  /** The highest ticket of each target that delivers data to memory of a confined arena; else 0. */
  private final AtomicLongArray latestConfined;

  ImplicitHandle(Tickets tickets, WaitBoard board) {
    super(tickets, true);
    this.latest = new AtomicLongArray(tickets.ranks());
    this.latestConfined = new AtomicLongArray(tickets.ranks());
    board.addPart(this::report);
  }

  private String report() {
    return IntStream.range(0, latest.length())
        .filter(rank -> latest.get(rank) != RemoteBlock.COMPLETE)
        .filter(rank -> !tickets.isComplete(rank, latest.get(rank)))
        .mapToObj(rank -> "has implicit transfers under way to or from rank " + rank + "\n")
        .collect(Collectors.joining());
  }

  @Override
  void add(int rank, long ticket) {
    if (ticket != RemoteBlock.COMPLETE) {
      latest.accumulateAndGet(rank, ticket, Math::max);
    }
  }

  @Override
  void addConfined(int rank, long ticket) {
    latestConfined.accumulateAndGet(rank, ticket, Math::max);
  }

  @Override
  boolean expectsConfined() {
    for (int rank = 0; rank < latestConfined.length(); rank++) {
      if (!tickets.isComplete(rank, latestConfined.get(rank))) {
        return true;
      }
    }
    return false;
  }

  boolean isComplete(int rank) {
    long ticket = latest.get(rank);
    if (ticket == RemoteBlock.COMPLETE) {
      return true;
    }
    tickets.progress();
    return tickets.isComplete(rank, ticket);
  }

  @Override
  boolean isComplete() {
    for (int rank = 0; rank < latest.length(); rank++) {
      if (!isComplete(rank)) {
        return false;
      }
    }
    return true;
  }

  /** Waits for the operations to or from one rank. */
  void await(int rank) {
    tickets.await(rank, latest.get(rank));
  }

  @Override
  void awaitLocal(long timeoutNanos) {
    long startNanos = Waiter.startNanos(timeoutNanos);
    for (int rank = 0; rank < latest.length(); rank++) {
      long leftNanos = Waiter.leftNanos(startNanos, timeoutNanos);
      tickets.await(rank, latest.get(rank), leftNanos);
    }
  }

  @Override
  void abandon(RuntimeException cause) {
    for (int rank = 0; rank < latest.length(); rank++) {
      long ticket = latest.get(rank);
      tickets.end(rank, ticket, cause);
      if (tickets.isLost(rank)) { // whose operations are told once, and end no later wait
        latest.compareAndSet(rank, ticket, RemoteBlock.COMPLETE);
        latestConfined.set(rank, RemoteBlock.COMPLETE);
      }
    }
  }

  @Override
  void flush() {
    tickets.flushAll();
  }

  @Override
  Handle take() {
    Handle taken = new ExplicitHandle(tickets);
    for (int rank = 0; rank < latest.length(); rank++) {
      taken.add(rank, latest.get(rank));
    }
    return taken;
  }
}
