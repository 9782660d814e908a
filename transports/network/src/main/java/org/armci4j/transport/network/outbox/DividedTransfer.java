package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RemoteKey;

/** A put or get over several paths. */
public final class DividedTransfer extends RankOperation {
  private static final long NOT_YET = -1;

  private PathTransfers paths;
  private boolean get;
  private MemorySegment local;
  private long offset;
  private long remote;
  private RemoteKey key;
  private SegmentList list;
  private long sizeBytes;

  /** Number of the endpoint's latest operation that precedes the transfer. */
  private long behind;

  DividedTransfer() {}

  /**
   * Becomes a put or get.
   *
   * @param by the paths
   * @param isGet whether it is a get
   * @param memory memory that other threads may use
   * @param at first byte there
   * @param there first byte at the target
   * @param itsKey of the target's memory
   * @param segments what to transfer, with offsets from both first bytes; null for contiguous bytes
   * @param bytes length of the transfer
   * @return this
   */
  public DividedTransfer become(
      PathTransfers by,
      boolean isGet,
      MemorySegment memory,
      long at,
      long there,
      RemoteKey itsKey,
      SegmentList segments,
      long bytes) {
    reset();
    paths = by;
    get = isGet;
    local = memory;
    offset = at;
    remote = there;
    key = itsKey;
    list = segments;
    sizeBytes = bytes;
    behind = NOT_YET;
    return this;
  }

  @Override
  void forget() {
    local = null;
    key = null;
    list = null;
  }

  @Override
  boolean start(RankRoute route) {
    if (behind == NOT_YET) {
      behind = route.endpoint().progress().started();
    }
    if (!route.mayDivide()) {
      return false;
    }
    long ticket = paths.tryStart(behind, get, local, offset, remote, key, list, sizeBytes);
    if (ticket == PathTransfers.NOT_NOW) {
      return false;
    }
    route.hasStepped();
    uses(ticket);
    return true;
  }

  @Override
  boolean isDone(RankRoute route) {
    return paths.isOver(number());
  }

  @Override
  String describe() {
    return Text.format("%s of %,d bytes over several paths", get ? "get" : "put", sizeBytes);
  }
}
