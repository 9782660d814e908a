package org.armci4j;

import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.Condition;
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

  private final Transport transport;
  private final Waiter waiter;

  Tickets(Transport transport, Waiter waiter) {
    this.transport = transport;
    this.waiter = waiter;
  }

  /** Whether the operation behind a ticket is locally complete. */
  boolean isComplete(int rank, long ticket) {
    return ticket == RemoteBlock.COMPLETE || transport.isComplete(rank, ticket);
  }

  /** Does what is pending, so that tickets become complete. */
  void progress() {
    transport.progress();
  }

  /** Waits until the operation behind a ticket is locally complete. */
  void await(int rank, long ticket) {
    if (ticket != RemoteBlock.COMPLETE) {
      await(rank, ticket, waiter.defaultTimeoutNanos());
    }
  }

  /** The same, at most for a while. */
  void await(int rank, long ticket, long timeoutNanos) {
    waiter.await(COMPLETE, transport, rank, ticket, timeoutNanos, "");
  }

  long defaultTimeoutNanos() {
    return waiter.defaultTimeoutNanos();
  }

  /** Waits until all that this thread sent to any rank is in its memory. */
  void flushAll() {
    transport.flushAll();
  }

  /** Ends every wait. */
  void close() {
    waiter.close();
  }
}
