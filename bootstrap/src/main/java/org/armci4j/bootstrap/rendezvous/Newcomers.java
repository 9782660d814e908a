package org.armci4j.bootstrap.rendezvous;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Holds the connections that have not sent a true knock. Their number is limited: a further
 * connection evicts a random one. A rank knocks as soon as it is connected, so the server reads the
 * knock when it accepts the connection. From then on no stranger can evict the rank.
 */
final class Newcomers {
  private final int limit;
  private final RandomGenerator random;
  private final List<ServerConnection> waiting = new ArrayList<>();
  private final Map<ServerConnection, Integer> places = new HashMap<>();

  Newcomers(int limit, RandomGenerator random) {
    this.limit = limit;
    this.random = random;
  }

  void add(ServerConnection newcomer) {
    if (waiting.size() == limit) {
      ServerConnection evicted = waiting.get(random.nextInt(limit));
      remove(evicted);
      evicted.evict("more than " + limit + " connections have not proved the secret");
    }
    places.put(newcomer, waiting.size());
    waiting.add(newcomer);
  }

  void remove(ServerConnection connection) {
    Integer place = places.remove(connection);
    if (place != null) {
      ServerConnection last = waiting.removeLast();
      if (last != connection) {
        waiting.set(place, last);
        places.put(last, place);
      }
    }
  }
}
