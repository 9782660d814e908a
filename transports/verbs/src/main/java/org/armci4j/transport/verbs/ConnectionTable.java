package org.armci4j.transport.verbs;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.armci4j.transport.network.EndpointProgress;

/**
 * The connections of a rank by index, in the order of their making. The index is what a request's
 * identifier carries: a rank may have several connections to another.
 */
final class ConnectionTable {
  /** Grows by copies, so that a thread that handles completions reads it without a lock. */
  private volatile Connection[] connections = {};

  /** Adds a connection, which is made with its index. */
  synchronized Connection add(IntFunction<Connection> maker) {
    Connection[] old = connections;
    Connection[] longer = Arrays.copyOf(old, old.length + 1);
    longer[old.length] = maker.apply(old.length);
    connections = longer;
    return longer[old.length];
  }

  /** How far the requests of a connection have come. */
  RequestProgress progress(int index) {
    return connections[index].requests();
  }

  /** The same for a watchdog; null behind the last connection. */
  EndpointProgress watched(int index) {
    Connection[] now = connections;
    return index < now.length ? now[index].progress() : null;
  }

  /** Does something with every connection. */
  void forEach(Consumer<Connection> action) {
    for (Connection connection : connections) {
      action.accept(connection);
    }
  }
}
