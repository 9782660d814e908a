package org.armci4j.transport.shared;

import org.armci4j.transport.Offer;

/**
 * How the ranks of one host come by memory that they share: the only part in which the transports
 * {@code local} and {@code shm} differ.
 */
interface MemorySource {
  /**
   * Makes zeroed memory, whose space {@link Offer#reserve} reserves.
   *
   * @param sizeBytes how much, at least 1
   * @return the offer to open it
   */
  Offer create(long sizeBytes);

  /**
   * Reaches a part of memory that a rank created.
   *
   * @param descriptor the owner's descriptor
   * @param createdBytes how much was created
   * @param offset where the part begins, at a page
   * @param sizeBytes its size, at least 1
   * @return access of this rank's own, to be closed by it
   */
  Mapping open(byte[] descriptor, long createdBytes, long offset, long sizeBytes);

  /**
   * Reaches all of it.
   *
   * @param descriptor the owner's descriptor
   * @param sizeBytes its size
   * @return access of this rank's own, to be closed by it
   */
  default Mapping open(byte[] descriptor, long sizeBytes) {
    return open(descriptor, sizeBytes, 0, sizeBytes);
  }
}
