package org.armci4j.bootstrap.rendezvous;

import java.util.LinkedHashSet;

/**
 * The connections that have not proved the secret. There are only so many of them: a further one
 * takes the place of the oldest, so that strangers who say nothing cannot keep the ranks out.
 */
final class Newcomers {
  private final int limit;
  private final LinkedHashSet<ServerConnection> waiting = new LinkedHashSet<>();

  Newcomers(int limit) {
    this.limit = limit;
  }

  void add(ServerConnection newcomer) {
    if (waiting.size() == limit) {
      ServerConnection oldest = waiting.getFirst();
      waiting.remove(oldest);
      oldest.refuse("more than " + limit + " connections have not proved the secret");
    }
    waiting.add(newcomer);
  }

  void remove(ServerConnection connection) {
    waiting.remove(connection);
  }
}
