package org.armci4j.transport.shared;

import org.armci4j.transport.Offer;

/**
 * How the ranks of one host come by memory that they share: the only part in which the transports
 * {@code local} and {@code shm} differ.
 */
interface MemorySource {
  /**
   * Makes zeroed memory whose space is reserved.
   *
   * @param sizeBytes how much, at least 1
   * @return the offer to open it
   */
  Offer create(long sizeBytes);

  /**
   * Reaches memory that a rank created.
   *
   * @param descriptor the owner's descriptor
   * @param sizeBytes its size, at least 1
   * @return access of this rank's own, to be closed by it
   */
  Mapping open(byte[] descriptor, long sizeBytes);
}
