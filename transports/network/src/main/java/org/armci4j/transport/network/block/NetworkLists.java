package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SegmentCursor;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.HelperRequests;
import org.armci4j.transport.network.helper.OutgoingSums;
import org.armci4j.transport.network.helper.PackedLists;

/**
 * Lists of segments of all blocks, each by the protocol that suits it. What cannot be started in
 * its call is queued; only what is longer than the buffers and in memory that no other thread may
 * read is waited for.
 */
final class NetworkLists {
  private final ListChoice choice;
  private final PackedLists packed;
  private final boolean helperGets;

  /**
   * @param choice between the protocols
   * @param packed one of them
   * @param helperGets whether target's helper threads make all gets
   */
  NetworkLists(ListChoice choice, PackedLists packed, boolean helperGets) {
    this.choice = choice;
    this.packed = packed;
    this.helperGets = helperGets;
  }

  /** As {@link RemoteBlock#putList}, with the address and key of the remote side's base. */
  long put(
      ConnectedRank owner,
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    ListProtocol protocol = choice.of(list);
    if (protocol == ListProtocol.ASSISTED) {
      long ticket = assist(owner, false, source, sourceOffset, remote, key, list);
      if (ticket != AssistedLists.NOT_IN_PLACE) {
        return ticket;
      }
      protocol = choice.withCopies(list);
    }
    return protocol == ListProtocol.PACKED
        ? putPacked(owner, source, sourceOffset, remote, list)
        : putDirect(owner, source, sourceOffset, remote, key, list);
  }

  private static long assist(
      ConnectedRank owner,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    AssistedLists lists = owner.lists();
    if (!lists.isInPlace(local, offset, list, get)) {
      return AssistedLists.NOT_IN_PLACE;
    }
    if (!owner.requestsNow()) {
      return owner.outbox().assist(lists, get, local, offset, remote, key, list);
    }
    return get ? lists.get(remote, local, offset, list) : lists.put(local, offset, remote, list);
  }

  private long putPacked(
      ConnectedRank owner, MemorySegment source, long sourceOffset, long remote, SegmentList list) {
    if (InPlace.isConfined(source)) {
      if (owner.outbox().takes(source, list.sizeBytes())) {
        ListCopy copy = ListCopy.of(source, sourceOffset, list);
        owner.outbox().ask(packed.put(copy.memory(), 0, remote, copy.list()));
      } else {
        sendAll(owner, packed.put(source, sourceOffset, remote, list));
      }
      return RemoteBlock.COMPLETE;
    }
    return owner.outbox().ask(packed.put(source, sourceOffset, remote, list));
  }

  private static void sendAll(ConnectedRank owner, HelperRequests requests) {
    while (requests.hasMore()) {
      requests.sendNext(owner.helper());
    }
  }

  private static long putDirect(
      ConnectedRank owner,
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    if (isStriped(owner, source, list)) {
      return divide(owner, false, source, sourceOffset, remote, key, list);
    }
    if (!owner.startsNow(source, sourceOffset, list, false)) {
      if (!InPlace.isConfined(source)) {
        return owner.outbox().putList(source, sourceOffset, remote, key, list);
      }
      if (owner.outbox().takes(source, list.sizeBytes())) {
        ListCopy copy = ListCopy.of(source, sourceOffset, list);
        owner.outbox().putList(copy.memory(), 0, remote, key, copy.list());
        return RemoteBlock.COMPLETE;
      }
    }
    NetworkEndpoint endpoint = owner.direct();
    try {
      return endpoint.putList(source, sourceOffset, remote, key, list);
    } catch (RuntimeException e) {
      throw NetworkBlock.abandoned(endpoint, e);
    }
  }

  /** As {@link RemoteBlock#getList}. */
  long get(
      ConnectedRank owner,
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    ListProtocol protocol = choice.of(list);
    if (protocol == ListProtocol.ASSISTED) {
      long ticket = assist(owner, true, destination, destinationOffset, remote, key, list);
      if (ticket != AssistedLists.NOT_IN_PLACE) {
        return ticket;
      }
      protocol = choice.withCopies(list);
    }
    if (protocol == ListProtocol.PACKED || helperGets) {
      return owner.outbox().ask(packed.get(remote, destination, destinationOffset, list));
    }
    if (isStriped(owner, destination, list)) {
      return divide(owner, true, destination, destinationOffset, remote, key, list);
    }
    if (!owner.startsNow(destination, destinationOffset, list, true)) {
      return owner.outbox().getList(remote, key, destination, destinationOffset, list);
    }
    NetworkEndpoint endpoint = owner.endpoint();
    try {
      return endpoint.getList(remote, key, destination, destinationOffset, list);
    } catch (RuntimeException e) {
      throw NetworkBlock.abandoned(endpoint, e);
    }
  }

  /** Segments are divided one by one, where each is long enough on the average. */
  private static boolean isStriped(ConnectedRank owner, MemorySegment local, SegmentList list) {
    return owner.isStriped(local, list.sizeBytes() / Math.max(1, list.segments()));
  }

  private static long divide(
      ConnectedRank owner,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    try {
      for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
        long here = offset + at.local();
        ticket = owner.divide(get, local, here, remote + at.remote(), key, at.lengthBytes());
      }
    } catch (RuntimeException e) {
      throw NetworkBlock.abandoned(owner.endpoint(), e);
    }
    return ticket;
  }

  /** As {@link RemoteBlock#accumulateList}. */
  long accumulate(
      ConnectedRank owner,
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long remote,
      SegmentList list) {
    if (!InPlace.isConfined(source)) {
      return owner.outbox().ask(new OutgoingSums(accumulation, source, sourceOffset, remote, list));
    }
    if (owner.outbox().takes(source, list.sizeBytes())) {
      ListCopy copy = ListCopy.of(source, sourceOffset, list);
      owner.outbox().ask(new OutgoingSums(accumulation, copy.memory(), 0, remote, copy.list()));
    } else {
      sendAll(owner, new OutgoingSums(accumulation, source, sourceOffset, remote, list));
    }
    return RemoteBlock.COMPLETE;
  }
}
