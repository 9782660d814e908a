package org.armci4j.transport.network;

/** The registration of memory with a network, until it is closed. */
public interface Registration extends AutoCloseable {
  /**
   * Returns the key that other ranks need, with the address, to reach the memory: for {@link
   * Network#importKey}.
   *
   * @return bytes in the network's own form, the same at every call
   */
  byte[] key();

  /** Makes the key invalid. A second call does nothing. */
  @Override
  void close();
}
