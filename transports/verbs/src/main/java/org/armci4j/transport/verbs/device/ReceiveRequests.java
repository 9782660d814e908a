package org.armci4j.transport.verbs.device;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * Holds a chain of receives in native memory that is used again. Not for several threads at once.
 */
public final class ReceiveRequests {
  private final int capacity;
  private final int maxSegments;
  private final MemorySegment memory; // keeps it alive
  private final long base;
  private final long segments;
  private int count;
  private int segmentCount;
  private int segmentsOfLast;

  /**
   * Makes a chain of receives with one segment each.
   *
   * @param capacity most receives of one chain
   */
  public ReceiveRequests(int capacity) {
    this(capacity, capacity);
  }

  /**
   * @param capacity most receives of one chain
   * @param maxSegments most segments of all its receives together
   */
  public ReceiveRequests(int capacity, int maxSegments) {
    this.capacity = capacity;
    this.maxSegments = maxSegments;
    long requestsBytes = (long) capacity * Layout.IbvRecvWr.SIZE;
    long segmentsBytes = (long) maxSegments * Layout.IbvSge.SIZE;
    this.memory = Raw.allocate(requestsBytes + segmentsBytes + Long.BYTES);
    this.base = memory.address();
    this.segments = base + requestsBytes;
  }

  /** Empties the chain. */
  public void clear() {
    count = 0;
    segmentCount = 0;
  }

  /** Returns the number of receives in it. */
  public int count() {
    return count;
  }

  /** Returns whether it is full. */
  public boolean isFull() {
    return count == capacity;
  }

  /**
   * Adds a receive of one segment.
   *
   * @param requestId comes back with the completion
   * @param address where the message goes
   * @param lengthBytes longest message
   * @param localKey of the registration of that memory
   */
  public void add(long requestId, long address, int lengthBytes, int localKey) {
    begin(requestId);
    segment(address, lengthBytes, localKey);
  }

  /**
   * Begins a receive, to be given its segments: the message is scattered to them, one after the
   * other.
   *
   * @param requestId comes back with the completion
   */
  public void begin(long requestId) {
    if (count == capacity) {
      throw new IllegalStateException("the chain holds " + capacity + " receives");
    }
    long request = base + (long) count * Layout.IbvRecvWr.SIZE;
    if (count > 0) {
      Raw.putLong(request - Layout.IbvRecvWr.SIZE + Layout.IbvRecvWr.NEXT, request);
    }
    count++;
    segmentsOfLast = 0;
    Raw.putLong(request + Layout.IbvRecvWr.WR_ID, requestId);
    Raw.putLong(request + Layout.IbvRecvWr.NEXT, 0);
    Raw.putLong(request + Layout.IbvRecvWr.SG_LIST, nextSegment());
    Raw.putInt(request + Layout.IbvRecvWr.NUM_SGE, 0);
  }

  /**
   * Gives the last receive one more segment.
   *
   * @param address in this process
   * @param lengthBytes its size
   * @param localKey of the registration of that memory
   */
  public void segment(long address, int lengthBytes, int localKey) {
    if (segmentCount == maxSegments) {
      throw new IllegalStateException("the chain holds " + maxSegments + " segments");
    }
    long request = base + (count - 1L) * Layout.IbvRecvWr.SIZE;
    long segment = nextSegment();
    segmentCount++;
    Raw.putInt(request + Layout.IbvRecvWr.NUM_SGE, ++segmentsOfLast);
    Raw.putLong(segment + Layout.IbvSge.ADDR, address);
    Raw.putInt(segment + Layout.IbvSge.LENGTH, lengthBytes);
    Raw.putInt(segment + Layout.IbvSge.LKEY, localKey);
  }

  private long nextSegment() {
    return segments + (long) segmentCount * Layout.IbvSge.SIZE;
  }

  long address() {
    return base;
  }

  /** Returns the address at which a failing verb writes which request failed. */
  long firstBadAddress() {
    return segments + (long) maxSegments * Layout.IbvSge.SIZE;
  }

  int firstBad() {
    return (int) ((Raw.getLong(firstBadAddress()) - base) / Layout.IbvRecvWr.SIZE);
  }
}
