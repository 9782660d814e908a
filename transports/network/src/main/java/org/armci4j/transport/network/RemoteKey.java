package org.armci4j.transport.network;

/**
 * The key of another rank's registered memory as this rank's network uses it: what that is, only
 * the network knows. A class that operates on the memory keeps it, so that no operation looks it
 * up.
 */
public interface RemoteKey extends AutoCloseable {
  /** Gives the key up: no operation begins to use it any more. */
  @Override
  void close();
}
