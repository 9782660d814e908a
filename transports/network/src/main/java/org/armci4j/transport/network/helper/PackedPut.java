package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;

/** The put of a list whose segments are gathered into messages, see {@link PackedLists}. */
final class PackedPut implements HelperRequests {
  private final MemorySegment source;
  private final long sourceOffset;
  private final long address;
  private final SegmentList list;

  /** For {@link PackedRuns#pack}. */
  private final SegmentList copies = new SegmentList();

  /** Made with the first message, as its length depends on the target. */
  private RunCutter cutter;

  /**
   * @param source memory that the thread may read which sends
   * @param sourceOffset the base of the list's local side
   * @param address the base of the list's remote side
   * @param list which bytes; stays as it is
   */
  PackedPut(MemorySegment source, long sourceOffset, long address, SegmentList list) {
    this.source = source;
    this.sourceOffset = sourceOffset;
    this.address = address;
    this.list = list;
  }

  @Override
  public boolean hasMore() {
    return cutter == null || cutter.hasMore();
  }

  @Override
  public void sendNext(RemoteHelper target) {
    int room = (int) Math.min(target.roomBytes(), PackedRuns.roomBytes(list));
    if (cutter == null) {
      cutter = new RunCutter(list, room - PackedRuns.HEADER_BYTES);
    }
    target.send(HelperRequest.Kind.PUT_LIST, address, 0, 0, room, this::pack);
  }

  private int pack(MemorySegment message, long begin, int roomBytes) {
    return PackedRuns.pack(cutter, copies, source, sourceOffset, message, begin, roomBytes);
  }
}
