package org.armci4j.transport.verbs.device;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * A chain of receives of one segment each, in native memory that is used again. Not for several
 * threads at once.
 */
public final class ReceiveRequests {
  private final int capacity;
  private final MemorySegment memory; // keeps it alive
  private final long base;
  private final long segments;
  private int count;

  /**
   * @param capacity most receives of one chain
   */
  public ReceiveRequests(int capacity) {
    this.capacity = capacity;
    long requestsBytes = (long) capacity * Layout.IbvRecvWr.SIZE;
    this.memory = Raw.allocate(requestsBytes + (long) capacity * Layout.IbvSge.SIZE + Long.BYTES);
    this.base = memory.address();
    this.segments = base + requestsBytes;
  }

  /** Empties it. */
  public void clear() {
    count = 0;
  }

  /** How many it holds. */
  public int count() {
    return count;
  }

  /** Whether it is full. */
  public boolean isFull() {
    return count == capacity;
  }

  /**
   * Adds one.
   *
   * @param requestId comes back with the completion
   * @param address where the message goes
   * @param lengthBytes longest message
   * @param localKey of the registration of that memory
   */
  public void add(long requestId, long address, int lengthBytes, int localKey) {
    if (count == capacity) {
      throw new IllegalStateException("the chain holds " + capacity + " receives");
    }
    long request = base + (long) count * Layout.IbvRecvWr.SIZE;
    long segment = segments + (long) count * Layout.IbvSge.SIZE;
    if (count > 0) {
      Raw.putLong(request - Layout.IbvRecvWr.SIZE + Layout.IbvRecvWr.NEXT, request);
    }
    count++;
    Raw.putLong(request + Layout.IbvRecvWr.WR_ID, requestId);
    Raw.putLong(request + Layout.IbvRecvWr.NEXT, 0);
    Raw.putLong(request + Layout.IbvRecvWr.SG_LIST, segment);
    Raw.putInt(request + Layout.IbvRecvWr.NUM_SGE, 1);
    Raw.putLong(segment + Layout.IbvSge.ADDR, address);
    Raw.putInt(segment + Layout.IbvSge.LENGTH, lengthBytes);
    Raw.putInt(segment + Layout.IbvSge.LKEY, localKey);
  }

  long address() {
    return base;
  }

  /** Where a verb that fails writes which request it was. */
  long firstBadAddress() {
    return segments + (long) capacity * Layout.IbvSge.SIZE;
  }

  int firstBad() {
    return (int) ((Raw.getLong(firstBadAddress()) - base) / Layout.IbvRecvWr.SIZE);
  }
}
