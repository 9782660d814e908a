package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RemoteKey;

/** A contiguous put or get over several paths. */
final class QueuedStriped extends Queued {
  private static final long NOT_YET = -1;

  private final PathTransfers paths;
  private final boolean get;
  private final MemorySegment local;
  private final long offset;
  private final long remote;
  private final RemoteKey key;
  private final long sizeBytes;

  /** What was started there before its turn came. */
  private long behind = NOT_YET;

  QueuedStriped(
      PathTransfers paths,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes) {
    this.paths = paths;
    this.get = get;
    this.local = local;
    this.offset = offset;
    this.remote = remote;
    this.key = key;
    this.sizeBytes = sizeBytes;
  }

  @Override
  boolean start(RankRoute route) {
    if (behind == NOT_YET) {
      behind = route.endpoint().progress().started();
    }
    if (!route.mayDivide()) {
      return false;
    }
    long ticket = paths.tryStart(behind, get, local, offset, remote, key, sizeBytes);
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
