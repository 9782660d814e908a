package org.armci4j.transport.network;

/**
 * Key of another rank's registered memory, in a form that only this rank's network knows. A class
 * that operates on the memory keeps its key, so that no operation looks it up.
 */
public interface RemoteKey extends AutoCloseable {
  /** Gives the key up. No operation begins to use it afterwards. */
  @Override
  void close();
}
