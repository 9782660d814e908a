package org.armci4j;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.transport.RemoteBlock;

/**
 * The nonblocking operations that were started without a handle, by target. Any thread may use it:
 * as tickets of one target complete in order, the highest one stands for all.
 */
final class ImplicitHandle {
  private final Tickets transfers;

  /** The highest ticket of each target; 0 when none was ever outstanding. */
  private final AtomicLongArray latest;

  ImplicitHandle(int ranks, Tickets transfers, WaitBoard board) {
    this.transfers = transfers;
    this.latest = new AtomicLongArray(ranks);
    board.addPart(this::report);
  }

  private String report() {
    return IntStream.range(0, latest.length())
        .filter(rank -> latest.get(rank) != RemoteBlock.COMPLETE)
        .filter(rank -> !transfers.isComplete(rank, latest.get(rank)))
        .mapToObj(rank -> "has transfers without handle under way to or from rank " + rank + "\n")
        .collect(Collectors.joining());
  }

  void add(int rank, long ticket) {
    if (ticket != RemoteBlock.COMPLETE) {
      latest.accumulateAndGet(rank, ticket, Math::max);
    }
  }

  boolean test(int rank) {
    long ticket = latest.get(rank);
    if (ticket == RemoteBlock.COMPLETE) {
      return true;
    }
    transfers.progress();
    return transfers.isComplete(rank, ticket);
  }

  void await(int rank) {
    transfers.await(rank, latest.get(rank));
  }

  void awaitAll() {
    for (int rank = 0; rank < latest.length(); rank++) {
      await(rank);
    }
  }
}
