package org.armci4j.transport.network.helper;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;

/**
 * Messages that the helper thread could not serve at once, since it never waits. It keeps them by
 * origin, in the order of arrival, and at most as many per origin as it has credits. Only the
 * helper thread uses it.
 */
final class Backlog {
  /** Serves messages of the backlog. */
  interface Server {
    /**
     * Serves a message if that is possible without waiting; returns false if nothing has happened.
     */
    boolean tryServe(HelperRequest request);
  }

  private final Map<Integer, Queue<HelperRequest>> messages = new HashMap<>();

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /**
   * Returns whether the backlog holds messages of an origin; later ones must then queue behind
   * them.
   */
  boolean has(int origin) {
    return messages.containsKey(origin);
  }

  /** Queues a message behind the others of its origin. It must be a copy with memory of its own. */
  void add(HelperRequest copy) {
    messages.computeIfAbsent(copy.origin(), _ -> new ArrayDeque<>()).add(copy);
  }

  /**
   * Serves each origin's messages in order, as far as that is possible without waiting.
   *
   * @return whether any was served
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
