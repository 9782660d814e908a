package org.armci4j;

import java.util.Objects;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.OpenCondition;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/** Tests tickets of transfers for completion and waits for them. */
final class Tickets {
  private static final OpenCondition<Transport> COMPLETE =
      new OpenCondition<>() {
        @Override
        public boolean holds(Transport transport, long rank, long ticket) {
          return transport.isComplete((int) rank, ticket);
        }

        @Override
        public boolean isOrdered() {
          return true;
        }

        @Override
        public String describe(Object name, long rank, long ticket) {
          return "completion of a transfer to or from rank " + rank;
        }
      };

  private final int rank;
  private final int ranks;
  private final Transport transport;
  private final Waiter waiter;
  private final Waiter wordWaiter;
  private final LostRanks lost;
  private volatile boolean closed;

  /**
   * @param rank this rank
   * @param ranks number of ranks of the job
   * @param waiter waits for transfers
   * @param wordWaiter waits for words of this rank's own blocks
   * @param lost the ranks that the job goes on without
   */
  Tickets(
      int rank, int ranks, Transport transport, Waiter waiter, Waiter wordWaiter, LostRanks lost) {
    this.rank = rank;
    this.ranks = ranks;
    this.transport = transport;
    this.waiter = waiter;
    this.wordWaiter = wordWaiter;
    this.lost = lost;
  }

  /** Returns this rank. */
  int rank() {
    return rank;
  }

  /** Returns the waiter for words of this rank's own blocks, which other ranks write. */
  Waiter wordWaiter() {
    return wordWaiter;
  }

  /** Returns the number of ranks of the job. */
  int ranks() {
    return ranks;
  }

  /** Throws when the runtime is closed. */
  void requireOpen(String operation) {
    if (closed) {
      throw RankRuntime.closed(operation, rank);
    }
  }

  /** Throws unless the handle takes transfers of this runtime. */
  void requireOwn(String operation, Handle handle) {
    if (handle == null || handle.takes != this) {
      Objects.requireNonNull(handle, "handle");
      throw new ArmciException(
          Text.format(
              "%s by rank %d: the handle is %s; take one that this runtime made",
              operation, rank, handle.takes == null ? "that of " + handle : "another runtime's"));
    }
  }

  /**
   * Throws unless the memory is this runtime's. Over a network, the tickets of another runtime's
   * memory would be looked up and waited for at the wrong transport.
   */
  void requireOwn(String operation, String name, GlobalMemory memory) {
    if (memory == null || memory.tickets != this) {
      Objects.requireNonNull(memory, name);
      throw new ArmciException(
          Text.format(
              "%s by rank %d: the %s is another runtime's (%s); take one that this runtime"
                  + " allocated or attached",
              operation, rank, name, memory));
    }
  }

  /** Returns whether the operation of a ticket is locally complete. */
  boolean isComplete(int rank, long ticket) {
    return ticket == RemoteBlock.COMPLETE || transport.isComplete(rank, ticket);
  }

  /** Does pending work of the transport, so that tickets complete. */
  void progress() {
    transport.progress();
  }

  /**
   * Waits until the operation of a ticket is locally complete. When this throws, nothing uses the
   * operation's memory any more.
   */
  void await(int rank, long ticket) {
    if (ticket != RemoteBlock.COMPLETE) {
      awaitOrAbandon(rank, ticket);
    }
  }

  /**
   * Gives up a ticket after a failed wait: when this returns, nothing uses its operation's memory.
   */
  void abandon(int rank, long ticket) {
    transport.abandon(rank, ticket);
  }

  /**
   * Ends operations of several ranks after a failed wait, as {@link #abandon} does. Where the wait
   * has failed by a rank that the job goes on without, the operations of ranks that are well are
   * waited for: to give them up would end the connection.
   */
  void end(int rank, long ticket, RuntimeException cause) {
    if (!(cause instanceof RankFailedException) || lost.all().isEmpty() || lost.of(rank) != null) {
      abandon(rank, ticket);
      return;
    }
    try {
      await(rank, ticket);
    } catch (ArmciException over) { // so it has been given up
      cause.addSuppressed(over);
    }
  }

  /** Returns whether the job goes on without a rank. */
  boolean isLost(int rank) {
    return lost.of(rank) != null;
  }

  private void awaitOrAbandon(int rank, long ticket) {
    try {
      await(rank, ticket, waiter.defaultTimeoutNanos());
    } catch (RuntimeException e) {
      // ShortWork waits only for operations that others began; these go on when it is refused.
      if (!ShortWork.isRunning()) {
        abandon(rank, ticket);
      }
      throw e;
    }
  }

  /** Waits for a ticket, at most for a given time. When this throws, the operation goes on. */
  void await(int rank, long ticket, long timeoutNanos) {
    if (ticket != RemoteBlock.COMPLETE) {
      waiter.await(COMPLETE, transport, rank, ticket, timeoutNanos, "");
    }
  }

  long defaultTimeoutNanos() {
    return waiter.defaultTimeoutNanos();
  }

  /** Waits until all data that this thread has sent to a rank is in that rank's memory. */
  void flush(int rank) {
    transport.flush(rank);
  }

  /** Waits until all data that this thread has sent to any rank is in that rank's memory. */
  void flushAll() {
    transport.flushAll();
  }

  /** Ends every wait. */
  void close() {
    closed = true;
    waiter.close();
  }
}
