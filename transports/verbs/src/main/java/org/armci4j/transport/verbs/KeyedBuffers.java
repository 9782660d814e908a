package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.BounceBuffers;

/**
 * The bounce buffers, and the key by which requests use them.
 *
 * @param ring the buffers
 * @param localKey of their registration
 */
record KeyedBuffers(BounceBuffers ring, int localKey) {
  MemorySegment memory() {
    return ring.memory();
  }

  /** Returns the address of a place in {@link #memory}. */
  long address(long place) {
    return ring.address(place);
  }
}
