package org.armci4j.transport.network.outbox;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Queued operations on one rank, in the order of their calls. Any thread may add and look. Unlike
 * the JDK's queues for several threads, it allocates nothing for an operation.
 */
final class OperationQueue {
  private final Queue<RankOperation> operations = new ArrayDeque<>();

  /** Ticket of the first one; the highest number without any. Read without the monitor. */
  private volatile long firstTicket = Long.MAX_VALUE;

  synchronized void add(RankOperation operation) {
    operations.add(operation);
    look();
  }

  /** Returns the first one; null without any. */
  synchronized RankOperation peek() {
    return operations.peek();
  }

  /** Removes the first one. */
  synchronized void remove() {
    operations.remove();
    look();
  }

  synchronized void clear() {
    operations.clear();
    look();
  }

  private void look() {
    RankOperation first = operations.peek();
    firstTicket = first == null ? Long.MAX_VALUE : first.ticket();
  }

  /**
   * Returns whether there is none up to a ticket. A thread that reads true sees all writes of those
   * operations.
   */
  boolean isEmptyUpTo(long ticket) {
    return firstTicket > ticket;
  }

  boolean isEmpty() {
    return firstTicket == Long.MAX_VALUE;
  }
}
