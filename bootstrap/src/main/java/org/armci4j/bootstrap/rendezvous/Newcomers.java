package org.armci4j.bootstrap.rendezvous;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The connections that have not said a true first word. There are only so many of them: a further
 * one takes the place of any, by chance. A rank says its first word as soon as it is connected, so
 * that it is read when the connection is accepted, and from then on no stranger can take its place.
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
