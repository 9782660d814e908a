package org.armci4j.transport.network;

/** Memory that a network knows, until this is closed. */
public interface Registration extends AutoCloseable {
  /**
   * What other ranks need beside its address to reach the memory, for {@link Network#importKey}.
   *
   * @return some bytes in the network's own form, alike at every call
   */
  byte[] key();

  /** Makes the key invalid. A second call does nothing. */
  @Override
  void close();
}
