package org.armci4j.bootstrap.exchange;

import java.util.HashMap;
import java.util.Map;
import org.armci4j.bootstrap.Failure;

/** Holds the exchanges that one rank waits for. Any thread may call any method. */
final class PendingExchanges {
  private final Map<Long, PendingExchange> waiting = new HashMap<>();
  private long nextId;
  private Failure failure;
  private boolean closed;

  /** Adds an exchange. It is answered at once when the job has failed or the rank has closed. */
  synchronized PendingExchange expect(String key, int rank) {
    PendingExchange pending = new PendingExchange(nextId++, key, rank);
    if (failure != null) {
      pending.failed(failure);
    } else if (closed) {
      pending.failed("the bootstrap is closed");
    }
    waiting.put(pending.id(), pending);
    return pending;
  }

  /** Returns the exchange with this number, or null when no thread waits for it any more. */
  synchronized PendingExchange find(long id) {
    return waiting.get(id);
  }

  synchronized void forget(PendingExchange pending) {
    waiting.remove(pending.id());
  }

  /** Ends every wait, now and later, with the job's failure. */
  synchronized void fail(Failure seen) {
    failure = seen;
    waiting.values().forEach(pending -> pending.failed(seen));
  }

  /**
   * Ends every wait, now and later.
   *
   * @return whether this was the first call
   */
  synchronized boolean close() {
    boolean first = !closed;
    closed = true;
    waiting.values().forEach(pending -> pending.failed("the bootstrap is closed"));
    return first;
  }
}
