package org.armci4j.transport.verbs;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.armci4j.transport.network.EndpointProgress;

/**
 * The connections through one rail by index, in the order of their making. The index is what a
 * request's identifier carries: a rank may have several connections to another.
 */
final class ConnectionTable {
  /**
   * Grows by copies, so that a thread that handles completions reads it without a lock. An index is
   * not given twice: of a connection that is closed, completions may still come.
   */
  private volatile Connection[] connections = {};

  /** Those that were made here and are not closed, in any order. */
  private volatile Connection[] open = {};

  /** Adds a connection, which is made with its index. */
  synchronized Connection add(IntFunction<Connection> maker) {
    int index = connections.length;
    Connection made = maker.apply(index);
    connections = with(connections, made);
    open = with(open, made);
    return made;
  }

  private static Connection[] with(Connection[] old, Connection one) {
    Connection[] longer = Arrays.copyOf(old, old.length + 1);
    longer[old.length] = one;
    return longer;
  }

  /** A connection that was made elsewhere goes through here; returns its index. */
  synchronized int addGuest(Connection guest) {
    connections = with(connections, guest);
    return connections.length - 1;
  }

  /** No completion of this index is handled any more. */
  synchronized void forget(int index) {
    Connection[] without = connections.clone();
    without[index] = null;
    connections = without;
  }

  /** A connection is closed. */
  synchronized void remove(Connection closed) {
    Connection[] old = connections;
    Connection[] without = old.clone();
    for (int index = 0; index < old.length; index++) {
      without[index] = old[index] == closed ? null : old[index];
    }
    connections = without;
    open = Arrays.stream(open).filter(one -> one != closed).toArray(Connection[]::new);
  }

  /** How far the requests of a connection have come; null if it is closed. */
  RequestProgress progress(int index) {
    Connection found = connections[index];
    return found == null ? null : found.requests();
  }

  /** The same of those that are open, for a watchdog, by any index; null behind the last. */
  EndpointProgress watched(int index) {
    Connection[] now = open;
    return index < now.length ? now[index].progress() : null;
  }

  /** Does something with every connection that is open. */
  void forEach(Consumer<Connection> action) {
    for (Connection connection : open) {
      action.accept(connection);
    }
  }

  /** Does something with every connection that goes through this rail now. */
  void forEachHere(Consumer<Connection> action) {
    for (Connection connection : connections) {
      if (connection != null) {
        action.accept(connection);
      }
    }
  }

  /** Whether some connection that is open is as the condition says. */
  boolean hasAny(Predicate<Connection> condition) {
    return Arrays.stream(open).anyMatch(condition);
  }
}
