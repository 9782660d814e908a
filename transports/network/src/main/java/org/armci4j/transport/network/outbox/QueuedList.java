package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/** A put or get of a list, of which so many segments go together as there is room for. */
final class QueuedList extends Queued {
  private final boolean get;
  private final MemorySegment local;
  private final long offset;
  private final long remote;
  private final RemoteKey key;
  private final SegmentList list;
  private final ListCutter cutter;

  QueuedList(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    this.get = get;
    this.local = local;
    this.offset = offset;
    this.remote = remote;
    this.key = key;
    this.list = list;
    this.cutter = new ListCutter(list);
  }

  @Override
  boolean start(RankRoute route) {
    while (cutter.hasMore()) {
      int segments = route.tryBegin(RankRoute.GROUP, get);
      if (segments == 0) {
        return false;
      }
      try {
        if (!startPart(route, segments)) {
          return false;
        }
      } finally {
        route.end();
      }
    }
    return true;
  }

  private boolean startPart(RankRoute route, int segments) {
    NetworkEndpoint endpoint = route.endpoint();
    SegmentList part = cutter.part(segments, route.maxMessageBytes(), Long.MAX_VALUE);
    if (endpoint.isCopied(local, offset, part, get)) {
      int room = route.copyPieceBytes();
      part = cutter.part(segments, room, room);
      if (!route.tryHoldBuffers((int) part.sizeBytes(), segments)) {
        return false;
      }
    }
    uses(
        get
            ? endpoint.getList(remote, key, local, offset, part)
            : endpoint.putList(local, offset, remote, key, part));
    route.hasStepped();
    cutter.advance();
    return true;
  }

  @Override
  String describe() {
    return Text.format(
        "%s of %,d bytes in %,d segments", get ? "get" : "put", list.sizeBytes(), list.segments());
  }
}
