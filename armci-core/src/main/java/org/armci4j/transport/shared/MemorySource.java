package org.armci4j.transport.shared;

import org.armci4j.transport.Offer;

/**
 * Makes and finds the memory that the ranks of one host share. The transports {@code local} and
 * {@code shm} differ only in this part.
 */
interface MemorySource {
  /**
   * Makes zeroed memory, whose space {@link Offer#reserve} reserves.
   *
   * @param sizeBytes size of the memory, at least 1
   * @return the offer to open it
   */
  Offer create(long sizeBytes);

  /**
   * Reaches a part of memory that a rank created.
   *
   * @param descriptor the owner's descriptor
   * @param createdBytes size of the whole memory
   * @param offset where the part begins, at a page
   * @param sizeBytes size of the part, at least 1
   * @return access of this rank's own, which it must close
   */
  Mapping open(byte[] descriptor, long createdBytes, long offset, long sizeBytes);

  /**
   * Reaches the whole memory.
   *
   * @param descriptor the owner's descriptor
   * @param sizeBytes its size
   * @return access of this rank's own, which it must close
   */
  default Mapping open(byte[] descriptor, long sizeBytes) {
    return open(descriptor, sizeBytes, 0, sizeBytes);
  }
}
