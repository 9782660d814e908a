package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;

/** Transfers over several paths to one rank. */
public interface PathTransfers extends Beside {
  /**
   * Result of {@link #tryStart} in place of a ticket: an earlier operation must complete first,
   * another thread is starting a transfer, or there is no room.
   */
  long NOT_NOW = -1;

  /**
   * Starts a put or get if it need not wait.
   *
   * @param behind number of the latest of the endpoint's operations that must be complete first
   * @param get whether the transfer reads from the other side
   * @param local memory that every thread may use, left alone until the ticket is complete
   * @param offset first byte in the local memory
   * @param remote address of the first byte at the other side
   * @param key key of the memory there
   * @param list the segments to transfer, with offsets from {@code offset} and {@code remote}; must
   *     not change until the ticket is complete; null for contiguous bytes
   * @param sizeBytes number of bytes, at least 1
   * @return a ticket of the endpoint, or {@link #NOT_NOW}
   */
  long tryStart(
      long behind,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list,
      long sizeBytes);
}
