package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.ListCopy;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.PackedRuns;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.RunCutter;

/**
 * The put or accumulate of a list whose segments are gathered into messages, which the target's
 * helper thread scatters; or the accumulate of contiguous data. The source may be reused once the
 * last message is sent. Messages follow each other without waiting: one is on its way while the
 * next is gathered.
 *
 * <p>Source: the buffered protocol of "Host-Assisted Zero-Copy Remote Memory Access Communication
 * on InfiniBand", section 4. There the data of a put are written into buffers of the target before
 * the request. Here they are part of the request, which needs only the buffers that receive it.
 */
public final class OutgoingRuns extends HelperOperation {
  /** Working memory of {@link PackedRuns#pack}; null before the first list, like the cutter. */
  private SegmentList copies;

  private RunCutter cutter;

  /** The accumulation's type and scale; null of a put. */
  private ScaledSum accumulation;

  private MemorySegment source;
  private long sourceOffset;
  private long address;

  private SegmentList list;
  private boolean begun;

  /** The list of contiguous data; null before the first. */
  private SegmentList whole;

  /** Creates an object that sends nothing yet. */
  public OutgoingRuns() {}

  /**
   * Becomes the put of a list.
   *
   * @param memory native or heap memory
   * @param offset the base of the list's local side
   * @param there the base of the list's remote side
   * @param segments the bytes to put; must not change until all messages are sent
   * @return this
   */
  public OutgoingRuns put(MemorySegment memory, long offset, long there, SegmentList segments) {
    return accumulate(null, memory, offset, there, segments);
  }

  /**
   * Becomes the accumulate of a list.
   *
   * @param what element type and scale
   * @param memory native or heap memory
   * @param offset the base of the list's local side
   * @param there the base of the list's remote side
   * @param segments the bytes to accumulate; must not change until all messages are sent
   * @return this
   */
  public OutgoingRuns accumulate(
      ScaledSum what, MemorySegment memory, long offset, long there, SegmentList segments) {
    reset();
    accumulation = what;
    source = memory;
    sourceOffset = offset;
    address = there;
    list = segments;
    begun = false;
    return this;
  }

  /**
   * Becomes a contiguous accumulate.
   *
   * @param what element type and scale
   * @param memory native or heap memory
   * @param offset first byte there
   * @param there first byte at the target
   * @param bytes length of the data, at least 1
   * @return this
   */
  public OutgoingRuns accumulate(
      ScaledSum what, MemorySegment memory, long offset, long there, long bytes) {
    if (whole == null) {
      whole = new SegmentList();
    }
    whole.clear();
    whole.add(0, 0, bytes);
    return accumulate(what, memory, offset, there, whole);
  }

  @Override
  public boolean hasMore() {
    return !begun || cutter.hasMore();
  }

  @Override
  public long sendNext(RemoteHelper target) {
    long most = begun ? PackedRuns.roomBytes(cutter) : PackedRuns.roomBytes(list);
    int room = (int) Math.min(target.roomBytes(), most);
    if (!begun) {
      begin(room);
    }
    return accumulation == null
        ? target.send(HelperRequest.Kind.PUT_LIST, address, 0, 0, 0, room, this)
        : target.send(
            HelperRequest.Kind.ACCUMULATE_LIST,
            address,
            accumulation.code(),
            accumulation.firstScale(),
            accumulation.secondScale(),
            room,
            this);
  }

  private void begin(int roomBytes) {
    if (cutter == null) {
      cutter = new RunCutter();
      copies = new SegmentList();
    }
    int unit = accumulation == null ? 1 : accumulation.elementBytes();
    cutter.begin(list, roomBytes - PackedRuns.HEADER_BYTES, unit);
    begun = true;
  }

  @Override
  public int write(MemorySegment message, long begin, int roomBytes) {
    return PackedRuns.pack(cutter, copies, source, sourceOffset, message, begin, roomBytes);
  }

  @Override
  void forget() {
    source = null;
  }

  @Override
  MemorySegment source() {
    return source;
  }

  @Override
  long sourceBytes() {
    return begun ? cutter.leftBytes() : list.sizeBytes();
  }

  @Override
  void copySource() {
    ListCopy copy = ListCopy.of(source, sourceOffset, begun ? cutter.cutRest() : list);
    source = copy.memory();
    sourceOffset = 0;
    list = copy.list();
    begun = false; // the rest is cut as a list of its own
  }

  /** The target needs no memory of the caller's once the last message is sent. */
  @Override
  boolean isDone(RankRoute route) {
    return true;
  }
}
