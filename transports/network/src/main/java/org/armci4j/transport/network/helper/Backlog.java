package org.armci4j.transport.network.helper;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;

/**
 * Messages that the helper thread could not serve at once, as it never waits: by origin, in the
 * order of their arrival. An origin has no more here than it has credits. Only the helper thread
 * uses it.
 */
final class Backlog {
  /** Serves a message. */
  interface Server {
    /** Serves it if that can be done now; else nothing has happened. */
    boolean tryServe(HelperRequest request);
  }

  private final Map<Integer, Queue<HelperRequest>> messages = new HashMap<>();

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /** Whether messages of an origin are here: what comes from it later then goes behind them. */
  boolean has(int origin) {
    return messages.containsKey(origin);
  }

  /** Puts a message, which must be a copy of its own, behind the others of its origin. */
  void add(HelperRequest copy) {
    messages.computeIfAbsent(copy.origin(), _ -> new ArrayDeque<>()).add(copy);
  }

  /**
   * Serves of each origin what can be served now.
   *
   * @return whether there was anything
   */
  boolean work(Server server) {
    boolean any = false;
    for (Iterator<Queue<HelperRequest>> all = messages.values().iterator(); all.hasNext(); ) {
      Queue<HelperRequest> ofOrigin = all.next();
      while (!ofOrigin.isEmpty() && server.tryServe(ofOrigin.peek())) {
        ofOrigin.remove();
        any = true;
      }
      if (ofOrigin.isEmpty()) {
        all.remove();
      }
    }
    return any;
  }
}
