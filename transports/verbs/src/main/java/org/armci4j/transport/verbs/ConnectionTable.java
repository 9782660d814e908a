package org.armci4j.transport.verbs;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.armci4j.transport.network.EndpointProgress;

/**
 * Holds the connections through one rail by index, in the order of their making. A request's id
 * carries this index, as a rank may have several connections to another one.
 */
final class ConnectionTable {
  /**
   * Replaced by a longer copy when it grows, so the thread that handles completions reads it
   * without a lock. No index is used twice: completions of a closed connection may still come.
   */
  private volatile Connection[] connections = {};

  /** The open connections that were made here, in any order. */
  private volatile Connection[] open = {};

  /** Makes a connection with its index, and adds it. */
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

  /**
   * Adds a connection that was made for another rail and goes on through this one; returns its
   * index here.
   */
  synchronized int addGuest(Connection guest) {
    connections = with(connections, guest);
    return connections.length - 1;
  }

  /** Ends the handling of completions of an index. */
  synchronized void forget(int index) {
    Connection[] without = connections.clone();
    without[index] = null;
    connections = without;
  }

  /** Removes a connection that is closed. */
  synchronized void remove(Connection closed) {
    Connection[] old = connections;
    Connection[] without = old.clone();
    for (int index = 0; index < old.length; index++) {
      without[index] = old[index] == closed ? null : old[index];
    }
    connections = without;
    open = Arrays.stream(open).filter(one -> one != closed).toArray(Connection[]::new);
  }

  /** Returns the handler of a connection's completions; null if the connection is closed. */
  CompletionHandler handler(int index) {
    Connection found = connections[index];
    return found == null ? null : found.requests();
  }

  /**
   * Returns the progress of an open connection by its place among them, for the watchdog; null
   * behind the last.
   */
  EndpointProgress watched(int index) {
    Connection[] now = open;
    return index < now.length ? now[index].progress() : null;
  }

  /** Calls the action with every open connection that was made here. */
  void forEach(Consumer<Connection> action) {
    for (Connection connection : open) {
      action.accept(connection);
    }
  }

  /** Calls the action with every connection that goes through this rail. */
  void forEachHere(Consumer<Connection> action) {
    for (Connection connection : connections) {
      if (connection != null) {
        action.accept(connection);
      }
    }
  }

  /** Returns whether any open connection meets the condition. */
  boolean hasAny(Predicate<Connection> condition) {
    return Arrays.stream(open).anyMatch(condition);
  }
}
