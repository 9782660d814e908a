package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.SegmentCursor;

/**
 * The messages of one accumulate, made one by one. Segments share a message, as many as there is
 * room for; one that is longer than that goes in several.
 */
public final class OutgoingSums implements HelperRequests {
  private final ScaledSum accumulation;
  private final MemorySegment source;
  private final long sourceOffset;
  private final long address;
  private final SegmentList list;
  private final SegmentCursor at;

  /** How much of the segment at the cursor has been sent. */
  private long done;

  /**
   * @param accumulation element type and scale
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param address the base of the remote side
   * @param list which bytes; stays as it is
   */
  public OutgoingSums(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long address,
      SegmentList list) {
    this.accumulation = accumulation;
    this.source = source;
    this.sourceOffset = sourceOffset;
    this.address = address;
    this.list = list;
    this.at = new SegmentCursor(list);
  }

  @Override
  public boolean hasMore() {
    return at.hasSegment();
  }

  @Override
  public void sendNext(RemoteHelper target) {
    long left = at.lengthBytes() - done;
    boolean alone = list.segments() == 1;
    if (done > 0 || alone || left > target.roomBytes() - PackedRuns.HEADER_BYTES) {
      sendPiece(target, left);
    } else {
      sendRuns(target);
    }
  }

  private void sendPiece(RemoteHelper target, long left) {
    int room = target.roomBytes() - target.roomBytes() % accumulation.elementBytes();
    int length = (int) Math.min(room, left);
    target.accumulate(
        accumulation,
        source,
        sourceOffset + at.local() + done,
        address + at.remote() + done,
        length);
    done += length;
    if (length == left) {
      done = 0;
      at.advance();
    }
  }

  private void sendRuns(RemoteHelper target) {
    int room = (int) Math.min(target.roomBytes(), PackedRuns.roomBytes(list));
    target.send(
        HelperRequest.Kind.ACCUMULATE_LIST,
        address,
        accumulation.code(),
        accumulation.firstScale(),
        accumulation.secondScale(),
        room,
        (message, begin, bytes) ->
            PackedRuns.pack(at, source, sourceOffset, message, begin, bytes));
  }
}
