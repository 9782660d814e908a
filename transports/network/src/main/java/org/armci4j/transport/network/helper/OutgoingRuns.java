package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.ListCopy;

/**
 * The put or accumulate of a list whose segments are gathered into messages, see {@link
 * PackedLists}. The source may be reused when the last message has been sent.
 */
public final class OutgoingRuns implements HelperRequests {
  /** A contiguous transfer, as a list. */
  private final SegmentList whole = new SegmentList();

  /** For {@link PackedRuns#pack}. */
  private final SegmentList copies = new SegmentList();

  private final RunCutter cutter = new RunCutter();

  /** Null of a put. */
  private Accumulation accumulation;

  private MemorySegment source;
  private long sourceOffset;
  private long address;
  private SegmentList list;
  private boolean begun;

  /** Creates one that sends nothing yet. */
  public OutgoingRuns() {}

  /**
   * Becomes the put of a list.
   *
   * @param memory native or heap memory
   * @param offset the base of the list's local side
   * @param there the base of the list's remote side
   * @param segments which bytes; stays as it is until all messages have been sent
   */
  public void put(MemorySegment memory, long offset, long there, SegmentList segments) {
    accumulate(null, memory, offset, there, segments);
  }

  /**
   * Becomes the accumulate of a list.
   *
   * @param what element type and scale
   * @param memory native or heap memory
   * @param offset the base of the list's local side
   * @param there the base of the list's remote side
   * @param segments which bytes; stays as it is until all messages have been sent
   */
  public void accumulate(
      Accumulation what, MemorySegment memory, long offset, long there, SegmentList segments) {
    accumulation = what;
    source = memory;
    sourceOffset = offset;
    address = there;
    list = segments;
    begun = false;
  }

  /**
   * Becomes a contiguous accumulate.
   *
   * @param what element type and scale
   * @param memory native or heap memory
   * @param offset first byte there
   * @param there first byte at the target
   * @param sizeBytes how many
   */
  public void accumulate(
      Accumulation what, MemorySegment memory, long offset, long there, long sizeBytes) {
    whole.clear();
    whole.add(0, 0, sizeBytes);
    accumulate(what, memory, offset, there, whole);
  }

  @Override
  public boolean hasMore() {
    return !begun || cutter.hasMore();
  }

  @Override
  public long sendNext(RemoteHelper target) {
    int room = (int) Math.min(target.roomBytes(), PackedRuns.roomBytes(list));
    if (!begun) {
      int unit = accumulation == null ? 1 : accumulation.elementBytes();
      cutter.begin(list, room - PackedRuns.HEADER_BYTES, unit);
      begun = true;
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

  @Override
  public int write(MemorySegment message, long begin, int roomBytes) {
    return PackedRuns.pack(cutter, copies, source, sourceOffset, message, begin, roomBytes);
  }

  @Override
  public void forget() {
    source = null;
  }

  @Override
  public MemorySegment source() {
    return source;
  }

  @Override
  public long sourceBytes() {
    return list.sizeBytes();
  }

  @Override
  public void copySource() {
    ListCopy copy = ListCopy.of(source, sourceOffset, list);
    source = copy.memory();
    sourceOffset = 0;
    list = copy.list();
    if (begun) {
      cutter.goOnWith(list);
    }
  }
}
