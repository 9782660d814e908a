package org.armci4j;

/**
 * Waits for each operation at once when it is added, for blocking operations; none is ever under
 * way. Any thread may use it.
 */
final class BlockingHandle extends Handle {
  BlockingHandle(Tickets tickets) {
    super(tickets, true);
  }

  @Override
  void add(int rank, long ticket) {
    tickets.await(rank, ticket);
  }

  @Override
  boolean isComplete() {
    return true;
  }

  @Override
  void awaitLocal(long timeoutNanos) {}

  @Override
  void abandon(RuntimeException cause) {}

  @Override
  void flush() {
    tickets.flushAll();
  }

  @Override
  Handle take() {
    return this;
  }
}
