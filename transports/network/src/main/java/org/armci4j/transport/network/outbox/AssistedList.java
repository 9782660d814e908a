package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.helper.AssistedLists;

/** The put or get of a list with the assistance of the target's helper thread. */
public final class AssistedList extends RankOperation {
  private final AssistedLists lists;
  private final boolean get;
  private final MemorySegment local;
  private final long offset;
  private final long remote;
  private final SegmentList list;
  private final RemoteKey key;

  /**
   * The same transfer without assistance, used if the memory is no longer registered; else null.
   */
  private RankOperation instead;

  /**
   * Creates an operation.
   *
   * @param lists carries it out
   * @param get whether it is a get
   * @param local memory of this rank that can be used in place
   * @param offset the base of the list's local side
   * @param remote the base of the list's remote side
   * @param list the bytes to transfer; must not change until the ticket is complete
   * @param key of the target's memory, for the same list without assistance
   */
  public AssistedList(
      AssistedLists lists,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      SegmentList list,
      RemoteKey key) {
    this.lists = lists;
    this.get = get;
    this.local = local;
    this.offset = offset;
    this.remote = remote;
    this.list = list;
    this.key = key;
  }

  @Override
  boolean start(RankRoute route) {
    if (instead != null) {
      return startInstead(route);
    }
    if (!route.mayRequest()) {
      return false;
    }
    long ticket = lists.start(get, local, offset, remote, list);
    route.hasStepped();
    if (ticket == AssistedLists.NOT_IN_PLACE) {
      instead = new ListTransfer().become(get, local, offset, remote, key, list);
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
