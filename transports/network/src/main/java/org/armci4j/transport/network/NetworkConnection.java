package org.armci4j.transport.network;

/** The connection of an endpoint, as its network ends it. */
@FunctionalInterface
public interface NetworkConnection {
  /**
   * Ends the connection: when this returns, the network uses none of this rank's memory for
   * operations that were started here. Called by any thread that holds none of the network's locks,
   * more than once.
   */
  void close();

  /**
   * Returns whether the network uses no memory any more for a connection that has failed. For
   * networks that end a failed connection only later.
   */
  default boolean isClosed() {
    return true;
  }
}
