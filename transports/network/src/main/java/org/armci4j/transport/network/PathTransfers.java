package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;

/** Contiguous transfers over several paths to one rank. */
public interface PathTransfers extends EndpointProgress.Beside {
  /** In place of a ticket: what must come before is not over, or there is no room. */
  long NOT_NOW = -1;

  /**
   * Starts a put or get if nothing has to be waited for.
   *
   * @param behind the latest of the endpoint's operations that must be over before
   * @param get whether it reads there
   * @param local native memory, which stays as it is until the ticket is complete
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many, at least 1
   * @return a ticket of the endpoint, or {@link #NOT_NOW}
   */
  long tryStart(
      long behind,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes);

  /** Waits until none is under way. */
  void awaitIdle();
}
