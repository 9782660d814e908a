package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.helper.AssistedLists;

/** A list that the helper thread there assists with. */
final class QueuedAssisted extends Queued {
  private final AssistedLists lists;
  private final boolean get;
  private final MemorySegment local;
  private final long offset;
  private final long remote;
  private final SegmentList list;
  private final Supplier<Queued> otherwise;

  /** How it goes when its memory is not registered any more; else null. */
  private Queued instead;

  /**
   * @param otherwise the same list without assistance
   */
  QueuedAssisted(
      AssistedLists lists,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      SegmentList list,
      Supplier<Queued> otherwise) {
    this.lists = lists;
    this.get = get;
    this.local = local;
    this.offset = offset;
    this.remote = remote;
    this.list = list;
    this.otherwise = otherwise;
  }

  @Override
  boolean start(RankRoute route) {
    if (instead != null) {
      return startInstead(route);
    }
    if (!route.mayRequest()) {
      return false;
    }
    long ticket =
        get ? lists.get(remote, local, offset, list) : lists.put(local, offset, remote, list);
    route.hasStepped();
    if (ticket == AssistedLists.NOT_IN_PLACE) {
      instead = otherwise.get();
      return startInstead(route);
    }
    uses(ticket);
    return true;
  }

  private boolean startInstead(RankRoute route) {
    if (!instead.start(route)) {
      return false;
    }
    uses(instead.number());
    return true;
  }

  @Override
  boolean isDone(RankRoute route) {
    return instead == null ? lists.isOver(number()) : instead.isDone(route);
  }

  @Override
  String describe() {
    return Text.format("list of %,d bytes with assistance", list.sizeBytes());
  }
}
