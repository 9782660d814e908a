package org.armci4j.transport.verbs.device;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Ibv;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * Holds a chain of requests (ibv_post_send(3)) in native memory that is used again; filling it
 * allocates nothing. The method of its name begins a request, which is then given its segments, in
 * this rank's memory:
 *
 * <pre>{@code
 * requests.clear();
 * requests.write(id, remoteAddress, remoteKey, SendRequests.SIGNALLED).segment(address, length, localKey);
 * queuePair.post(requests);
 * }</pre>
 *
 * <p>Not for several threads at once.
 */
public final class SendRequests {
  /** Flag: gives a completion even if it succeeds. */
  public static final int SIGNALLED = Ibv.IBV_SEND_SIGNALED;

  /**
   * Flag: the data are copied when they are posted, and need no key. For writes and sends up to the
   * queue pair's limit.
   */
  public static final int INLINE = Ibv.IBV_SEND_INLINE;

  /** Flag: begins after all earlier reads and atomics of the queue pair are complete. */
  public static final int FENCE = Ibv.IBV_SEND_FENCE;

  /** Flag: raises an event even where the receiver asked for solicited completions only. */
  public static final int SOLICITED = Ibv.IBV_SEND_SOLICITED;

  private static final int WR = Layout.IbvSendWr.SIZE;
  private static final int SGE = Layout.IbvSge.SIZE;

  private final int maxRequests;
  private final int maxSegments;
  private final MemorySegment memory; // keeps it alive
  private final long base;
  private final long segmentsBase;
  private final long firstBadAddress;
  private final long stagingBase;
  private final long stagingEnd;
  private int count;
  private int segmentCount;
  private int segmentsOfLast;
  private long stagingNext;

  /**
   * @param maxRequests most requests of one chain
   * @param maxSegments most segments of all its requests together
   * @param stagingBytes room for {@link #stage}
   */
  public SendRequests(int maxRequests, int maxSegments, int stagingBytes) {
    this.maxRequests = maxRequests;
    this.maxSegments = maxSegments;
    long requestsBytes = (long) maxRequests * WR;
    long segmentsBytes = (long) maxSegments * SGE;
    this.memory = Raw.allocate(requestsBytes + segmentsBytes + Long.BYTES + stagingBytes);
    this.base = memory.address();
    this.segmentsBase = base + requestsBytes;
    this.firstBadAddress = segmentsBase + segmentsBytes;
    this.stagingBase = firstBadAddress + Long.BYTES;
    this.stagingEnd = stagingBase + stagingBytes;
    this.stagingNext = stagingBase;
  }

  /** Empties the chain. */
  public void clear() {
    count = 0;
    segmentCount = 0;
    stagingNext = stagingBase;
  }

  /** Returns the number of requests in it. */
  public int count() {
    return count;
  }

  /** Returns the number of further requests that it can hold. */
  public int remainingRequests() {
    return maxRequests - count;
  }

  /** Returns the number of further segments that it can hold. */
  public int remainingSegments() {
    return maxSegments - segmentCount;
  }

  /** Returns the number of segments of the last request. */
  public int segmentsOfLast() {
    return segmentsOfLast;
  }

  /** Gives the last request more flags. */
  public void addFlags(int flags) {
    long address = requestAt(count - 1) + Layout.IbvSendWr.SEND_FLAGS;
    Raw.putInt(address, Raw.getInt(address) | flags);
  }

  /** Returns the number of further bytes that can be staged at once. */
  public int remainingStagingBytes() {
    return (int) (stagingEnd - (stagingNext + 7L & ~7L));
  }

  /**
   * Begins a write of the segments, one after the other, to the other side's memory.
   *
   * @param requestId comes back with the completion
   * @param remoteAddress where it goes
   * @param remoteKey of the registration of that memory
   * @param flags from the constants of this class
   * @return this, for the segments; none makes a write of no bytes
   */
  public SendRequests write(long requestId, long remoteAddress, int remoteKey, int flags) {
    long request = begin(requestId, Ibv.IBV_WR_RDMA_WRITE, flags);
    rdma(request, remoteAddress, remoteKey);
    return this;
  }

  /**
   * Begins a {@link #write} that also consumes a receive of the other side, which gives the
   * immediate data.
   */
  public SendRequests writeWithImmediate(
      long requestId, long remoteAddress, int remoteKey, int immediate, int flags) {
    long request = begin(requestId, Ibv.IBV_WR_RDMA_WRITE_WITH_IMM, flags);
    immediate(request, immediate);
    rdma(request, remoteAddress, remoteKey);
    return this;
  }

  /** Begins a read of the other side's memory into the segments, one after the other. */
  public SendRequests read(long requestId, long remoteAddress, int remoteKey, int flags) {
    long request = begin(requestId, Ibv.IBV_WR_RDMA_READ, flags);
    rdma(request, remoteAddress, remoteKey);
    return this;
  }

  /**
   * Begins an addition to a 64-bit word; its one segment, of eight bytes, receives the old value.
   */
  public SendRequests fetchAdd(
      long requestId, long remoteAddress, int remoteKey, long add, int flags) {
    long request = begin(requestId, Ibv.IBV_WR_ATOMIC_FETCH_AND_ADD, flags);
    atomic(request, remoteAddress, remoteKey, add, 0);
    return this;
  }

  /**
   * Begins a compare-and-swap of a 64-bit word; its one segment, of eight bytes, receives the old
   * value.
   */
  public SendRequests compareAndSwap(
      long requestId, long remoteAddress, int remoteKey, long expected, long desired, int flags) {
    long request = begin(requestId, Ibv.IBV_WR_ATOMIC_CMP_AND_SWP, flags);
    atomic(request, remoteAddress, remoteKey, expected, desired);
    return this;
  }

  /** Begins a message of the segments, one after the other, to a receive of the other side. */
  public SendRequests send(long requestId, int flags) {
    begin(requestId, Ibv.IBV_WR_SEND, flags);
    return this;
  }

  /** Begins a {@link #send} with immediate data. */
  public SendRequests sendWithImmediate(long requestId, int immediate, int flags) {
    long request = begin(requestId, Ibv.IBV_WR_SEND_WITH_IMM, flags);
    immediate(request, immediate);
    return this;
  }

  /**
   * Gives the last request one more segment.
   *
   * @param address in this process
   * @param lengthBytes its size
   * @param localKey of the registration of that memory; ignored if the request is {@link #INLINE}
   * @return this
   */
  public SendRequests segment(long address, int lengthBytes, int localKey) {
    if (segmentCount == maxSegments) {
      throw new IllegalStateException("the chain holds " + maxSegments + " segments");
    }
    long request = requestAt(count - 1);
    long segment = segmentsBase + (long) segmentCount * SGE;
    segmentCount++;
    Raw.putInt(request + Layout.IbvSendWr.NUM_SGE, ++segmentsOfLast);
    Raw.putLong(segment + Layout.IbvSge.ADDR, address);
    Raw.putInt(segment + Layout.IbvSge.LENGTH, lengthBytes);
    Raw.putInt(segment + Layout.IbvSge.LKEY, localKey);
    return this;
  }

  /**
   * Copies bytes, from heap or native memory, to native memory of this chain, for an inline
   * segment. They stay until {@link #clear}.
   *
   * @return the address of the copy
   */
  public long stage(MemorySegment source, long offset, int lengthBytes) {
    long address = takeStaging(lengthBytes);
    Raw.copy(source, offset, address, lengthBytes);
    return address;
  }

  /**
   * Appends bytes to the latest staged ones, which are the only segment of the last request, and
   * lengthens that segment.
   */
  public void lengthenStaged(MemorySegment source, long offset, int lengthBytes) {
    Raw.copy(source, offset, lengthen(lengthBytes), lengthBytes);
  }

  /**
   * Appends one value of eight bytes, as {@link #lengthenStaged(MemorySegment, long, int)} does.
   */
  public void lengthenStaged(long value) {
    Raw.putLong(lengthen(Long.BYTES), value);
  }

  /** Lengthens the segment and returns the address for the bytes. */
  private long lengthen(int lengthBytes) {
    long segment = segmentsBase + (segmentCount - 1L) * SGE;
    int before = Raw.getInt(segment + Layout.IbvSge.LENGTH);
    long end = Raw.getLong(segment + Layout.IbvSge.ADDR) + before;
    if (lengthBytes > stagingEnd - end) {
      throw new IllegalStateException(lengthBytes + " bytes more do not fit");
    }
    stagingNext = end + lengthBytes;
    Raw.putInt(segment + Layout.IbvSge.LENGTH, before + lengthBytes);
    return end;
  }

  /** Stages one value of four bytes, as {@link #stage(MemorySegment, long, int)} does. */
  public long stageInt(int value) {
    long address = takeStaging(Integer.BYTES);
    Raw.putInt(address, value);
    return address;
  }

  /** Stages one value of eight bytes, as {@link #stage(MemorySegment, long, int)} does. */
  public long stageLong(long value) {
    long address = takeStaging(Long.BYTES);
    Raw.putLong(address, value);
    return address;
  }

  private long takeStaging(int lengthBytes) {
    stagingNext = stagingNext + 7L & ~7L;
    if (lengthBytes > stagingEnd - stagingNext) {
      throw new IllegalStateException(
          lengthBytes + " bytes do not fit into the " + remainingStagingBytes() + " left to stage");
    }
    long address = stagingNext;
    stagingNext += lengthBytes;
    return address;
  }

  /** Returns the id of a request of the chain. */
  public long requestId(int index) {
    return Raw.getLong(checkedRequestAt(index) + Layout.IbvSendWr.WR_ID);
  }

  /**
   * Begins a copy of a request, without its segments.
   *
   * @param original address of the request
   * @return address of the copy
   */
  long copyOf(long original, long requestId) {
    int opcode = Raw.getInt(original + Layout.IbvSendWr.OPCODE);
    int flags = Raw.getInt(original + Layout.IbvSendWr.SEND_FLAGS);
    long request = begin(requestId, opcode, flags);
    Raw.putInt(
        request + Layout.IbvSendWr.IMM_DATA, Raw.getInt(original + Layout.IbvSendWr.IMM_DATA));
    for (int at = Layout.IbvSendWr.WR__RDMA__REMOTE_ADDR; at < WR; at += Long.BYTES) {
      Raw.putLong(request + at, Raw.getLong(original + at));
    }
    return request;
  }

  private long begin(long requestId, int opcode, int flags) {
    if (count == maxRequests) {
      throw new IllegalStateException("the chain holds " + maxRequests + " requests");
    }
    long request = requestAt(count);
    if (count > 0) {
      Raw.putLong(request - WR + Layout.IbvSendWr.NEXT, request);
    }
    count++;
    segmentsOfLast = 0;
    Raw.putLong(request + Layout.IbvSendWr.WR_ID, requestId);
    Raw.putLong(request + Layout.IbvSendWr.NEXT, 0);
    Raw.putLong(request + Layout.IbvSendWr.SG_LIST, segmentsBase + (long) segmentCount * SGE);
    Raw.putInt(request + Layout.IbvSendWr.NUM_SGE, 0);
    Raw.putInt(request + Layout.IbvSendWr.OPCODE, opcode);
    Raw.putInt(request + Layout.IbvSendWr.SEND_FLAGS, flags);
    return request;
  }

  private static void rdma(long request, long remoteAddress, int remoteKey) {
    Raw.putLong(request + Layout.IbvSendWr.WR__RDMA__REMOTE_ADDR, remoteAddress);
    Raw.putInt(request + Layout.IbvSendWr.WR__RDMA__RKEY, remoteKey);
  }

  private static void atomic(
      long request, long remoteAddress, int remoteKey, long compareOrAdd, long swap) {
    Raw.putLong(request + Layout.IbvSendWr.WR__ATOMIC__REMOTE_ADDR, remoteAddress);
    Raw.putLong(request + Layout.IbvSendWr.WR__ATOMIC__COMPARE_ADD, compareOrAdd);
    Raw.putLong(request + Layout.IbvSendWr.WR__ATOMIC__SWAP, swap);
    Raw.putInt(request + Layout.IbvSendWr.WR__ATOMIC__RKEY, remoteKey);
  }

  private static void immediate(long request, int immediate) {
    Raw.putInt(request + Layout.IbvSendWr.IMM_DATA, Completions.networkOrder(immediate));
  }

  private long requestAt(int index) {
    return base + (long) index * WR;
  }

  private long checkedRequestAt(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("request " + index + " of " + count);
    }
    return requestAt(index);
  }

  long address() {
    return base;
  }

  /** Returns the address at which a failing verb writes which request failed. */
  long firstBadAddress() {
    return firstBadAddress;
  }

  int firstBad() {
    return (int) ((Raw.getLong(firstBadAddress) - base) / WR);
  }
}
