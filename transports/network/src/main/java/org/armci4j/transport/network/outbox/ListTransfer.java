package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.ListCopy;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.helper.RunCutter;

/** A put or get of a list, which starts as many segments at a time as there is room for. */
public final class ListTransfer extends EndpointOperation {
  private final RunCutter cutter = new RunCutter();
  private final SegmentList part = new SegmentList();
  private boolean get;
  private MemorySegment local;
  private long offset;
  private long remote;
  private RemoteKey key;
  private SegmentList list;
  private boolean begun;
  private boolean whole;

  ListTransfer() {}

  /**
   * Becomes a put or get.
   *
   * @param isGet whether it is a get
   * @param memory native or heap memory
   * @param at the base of the list's local side
   * @param there the base of the list's remote side
   * @param itsKey of the target's memory
   * @param segments the bytes to transfer; must not change until the ticket is complete
   * @return this
   */
  public ListTransfer become(
      boolean isGet,
      MemorySegment memory,
      long at,
      long there,
      RemoteKey itsKey,
      SegmentList segments) {
    reset();
    get = isGet;
    local = memory;
    offset = at;
    remote = there;
    key = itsKey;
    list = segments;
    begun = false;
    whole = false;
    cutter.begin(segments, Long.MAX_VALUE, 1);
    return this;
  }

  @Override
  void forget() {
    local = null;
    key = null;
  }

  @Override
  MemorySegment source() {
    return get ? null : local;
  }

  @Override
  long sourceBytes() {
    return cutter.leftBytes();
  }

  @Override
  void copySource() {
    ListCopy copy = ListCopy.of(local, offset, begun ? cutter.cutRest() : list);
    local = copy.memory();
    offset = 0;
    list = copy.list();
    cutter.begin(list, Long.MAX_VALUE, 1);
  }

  @Override
  boolean isWhole() {
    return whole;
  }

  @Override
  int operations() {
    return begun ? RankRoute.GROUP : (int) Math.min(list.segments(), Integer.MAX_VALUE);
  }

  @Override
  boolean reads() {
    return get;
  }

  /**
   * Starts some segments. It starts all of them if there is room and nothing is copied, so that the
   * endpoint can join their requests.
   */
  @Override
  boolean startPart(RankRoute route, int room) {
    NetworkEndpoint endpoint = route.endpoint();
    if (!begun && room >= list.segments() && !endpoint.isCopied(local, offset, list, get)) {
      start(endpoint, list);
      whole = true;
      return true;
    }
    begun = true;
    int most = Math.min(room, RankRoute.GROUP);
    cutter.mark();
    cut(most, route.maxMessageBytes(), Long.MAX_VALUE);
    if (endpoint.isCopied(local, offset, part, get)) {
      cutter.reset();
      int piece = route.copyPieceBytes();
      cut(most, piece, piece);
      if (!route.tryHoldBuffers((int) part.sizeBytes(), most)) {
        cutter.reset();
        return false;
      }
    }
    start(endpoint, part);
    whole = !cutter.hasMore();
    return true;
  }

  /** Fills the part with the next segments. */
  private void cut(int maxSegments, long longestBytes, long roomBytes) {
    part.clear();
    cutter.setLongest(longestBytes);
    while (cutter.cut(roomBytes - part.sizeBytes(), maxSegments - part.segments())) {
      cutter.addTo(part);
    }
  }

  private void start(NetworkEndpoint endpoint, SegmentList segments) {
    uses(endpoint.transferList(get, local, offset, remote, key, segments));
  }

  @Override
  String describe() {
    return Text.format(
        "%s of %,d bytes in %,d segments", get ? "get" : "put", list.sizeBytes(), list.segments());
  }
}
