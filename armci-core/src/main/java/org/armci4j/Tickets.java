package org.armci4j;

import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/** The completion of transfers by their tickets: looked at, and waited for. */
final class Tickets {
  private static final Condition<Transport> COMPLETE =
      new Condition<>() {
        @Override
        public boolean holds(Transport transport, long rank, long ticket) {
          return transport.isComplete((int) rank, ticket);
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
  private volatile boolean closed;

  /**
   * @param rank whose they are
   * @param ranks how many ranks there are
   * @param waiter waits for transfers
   * @param wordWaiter waits for words of this rank's own blocks
   */
  Tickets(int rank, int ranks, Transport transport, Waiter waiter, Waiter wordWaiter) {
    this.rank = rank;
    this.ranks = ranks;
    this.transport = transport;
    this.waiter = waiter;
    this.wordWaiter = wordWaiter;
  }

  /** Whose they are. */
  int rank() {
    return rank;
  }

  /** Waits for words of this rank's own blocks, which others write. */
  Waiter wordWaiter() {
    return wordWaiter;
  }

  /** How many ranks there are. */
  int ranks() {
    return ranks;
  }

  /** Throws when the runtime is closed. */
  void requireOpen(String operation) {
    if (closed) {
      throw Job.closed(operation, rank);
    }
  }

  /** The handle can learn of an operation of this runtime. */
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
   * The memory is this runtime's: over a network another's tickets would be looked up, and waited
   * for, at the wrong transport.
   */
  void requireOwn(String operation, String name, GlobalMemory memory) {
    if (memory == null || memory.transfers != this) {
      Objects.requireNonNull(memory, name);
      throw new ArmciException(
          Text.format(
              "%s by rank %d: the %s is another runtime's (%s); take one that this runtime"
                  + " allocated or attached",
              operation, rank, name, memory));
    }
  }

  /** Whether the operation behind a ticket is locally complete. */
  boolean isComplete(int rank, long ticket) {
    return ticket == RemoteBlock.COMPLETE || transport.isComplete(rank, ticket);
  }

  /** Does what is pending, so that tickets become complete. */
  void progress() {
    transport.progress();
  }

  /**
   * Waits until the operation behind a ticket is locally complete. When this throws, nothing uses
   * its memory any more.
   */
  void await(int rank, long ticket) {
    if (ticket != RemoteBlock.COMPLETE) {
      awaitOrAbandon(rank, ticket);
    }
  }

  /** Nobody waits for a ticket any more: when this returns, nothing uses its operation's memory. */
  void abandon(int rank, long ticket) {
    transport.abandon(rank, ticket);
  }

  private void awaitOrAbandon(int rank, long ticket) {
    try {
      await(rank, ticket, waiter.defaultTimeoutNanos());
    } catch (RuntimeException e) {
      // Short work waits only for what others have begun: that goes on when it is refused.
      if (!ShortWork.isRunning()) {
        abandon(rank, ticket);
      }
      throw e;
    }
  }

  /** The same, at most for a while, and with the operation going on. */
  void await(int rank, long ticket, long timeoutNanos) {
    if (ticket != RemoteBlock.COMPLETE) {
      waiter.await(COMPLETE, transport, rank, ticket, timeoutNanos, "");
    }
  }

  long defaultTimeoutNanos() {
    return waiter.defaultTimeoutNanos();
  }

  /** Waits until all that this thread sent to a rank is in its memory. */
  void flush(int rank) {
    transport.flush(rank);
  }

  /** Waits until all that this thread sent to any rank is in its memory. */
  void flushAll() {
    transport.flushAll();
  }

  /** Ends every wait. */
  void close() {
    closed = true;
    waiter.close();
  }
}
