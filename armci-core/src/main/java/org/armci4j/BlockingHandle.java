package org.armci4j;

/**
 * Waits for each operation at once when it is added, for blocking operations; none is ever under
 * way. Any thread may use it.
 */
final class BlockingHandle extends Handle {
  BlockingHandle(Tickets transfers) {
    super(transfers, true);
  }

  @Override
  void add(int rank, long ticket) {
    transfers.await(rank, ticket);
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
    transfers.flushAll();
  }

  @Override
  Handle take() {
    return this;
  }
}
