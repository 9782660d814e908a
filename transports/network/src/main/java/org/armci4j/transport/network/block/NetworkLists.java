package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.outbox.AssistedList;
import org.armci4j.transport.network.outbox.PackedUpdate;

/**
 * Transfers lists of segments to and from all blocks, each by the protocol that suits it, and
 * updates lists of words.
 */
final class NetworkLists {
  /**
   * Average length of segments from which on a list goes over several paths. Shorter ones go by one
   * path in chains of requests.
   */
  private static final int MIN_STRIPED_BYTES = 4096;

  private final ListChoice choice;
  private final ReplyBuffers replies;
  private final boolean helperGets;
  private final boolean networkUpdatesLongs;

  /**
   * @param choice chooses the protocol
   * @param replies where the data of packed gets land
   * @param helperGets whether the targets' helper threads make all gets
   * @param networkUpdatesLongs whether the network alone updates words of eight bytes
   */
  NetworkLists(
      ListChoice choice, ReplyBuffers replies, boolean helperGets, boolean networkUpdatesLongs) {
    this.choice = choice;
    this.replies = replies;
    this.helperGets = helperGets;
    this.networkUpdatesLongs = networkUpdatesLongs;
  }

  /**
   * Starts a put or get of a list that is not empty.
   *
   * @param owner of the remote side
   * @param get whether it is a get
   * @param local native or heap memory
   * @param offset base of the list's local side
   * @param remote address of the base of the list's remote side
   * @param key key of the memory there
   * @param list the segments
   * @return a ticket
   */
  long start(
      ConnectedRank owner,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    ListProtocol protocol = choice.of(list);
    if (protocol == ListProtocol.ASSISTED) {
      long ticket = assist(owner, get, local, offset, remote, key, list);
      if (ticket != AssistedLists.NOT_IN_PLACE) {
        return ticket;
      }
      protocol = choice.withCopies(list);
    }
    if (get && (helperGets || protocol == ListProtocol.PACKED)) {
      return owner.start(owner.begin().packedGet().become(replies, remote, local, offset, list));
    }
    if (protocol == ListProtocol.PACKED) {
      return owner.start(owner.begin().runs().put(local, offset, remote, list));
    }
    return isStriped(owner, local, list)
        ? owner.divide(get, local, offset, remote, key, list, list.sizeBytes())
        : owner.start(owner.begin().list().become(get, local, offset, remote, key, list));
  }

  /**
   * Returns whether the targets' helper threads may update words. They may not where the network
   * updates the same words, and CPUs are not atomic to it.
   *
   * @param wordBytes length of the words
   */
  boolean mayPack(int wordBytes) {
    return !networkUpdatesLongs || wordBytes != Long.BYTES;
  }

  /** Returns where the data of packed gets land. */
  ReplyBuffers replies() {
    return replies;
  }

  /**
   * Starts a list of updates that {@linkplain #mayPack may be packed} and is not empty.
   *
   * @param owner of the words
   * @param remote address of the base of the list's offsets
   * @param list the updates
   * @param results receives the previous values
   * @param resultsOffset base of the list's results there
   * @return a ticket
   */
  long update(
      ConnectedRank owner,
      long remote,
      UpdateList list,
      MemorySegment results,
      long resultsOffset) {
    return owner.call(new PackedUpdate(replies, remote, list, results, resultsOffset));
  }

  private static long assist(
      ConnectedRank owner,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    if (!InPlace.suits(local)) {
      return AssistedLists.NOT_IN_PLACE; // without a line, which costs memory and a wait
    }
    AssistedLists lists = owner.lists();
    if (!lists.isInPlace(local, offset, list, get)) {
      return AssistedLists.NOT_IN_PLACE;
    }
    return owner.call(new AssistedList(lists, get, local, offset, remote, list, key));
  }

  /**
   * Returns whether a list goes over several paths: it is long, and each segment is worth a request
   * of its own.
   */
  private static boolean isStriped(ConnectedRank owner, MemorySegment local, SegmentList list) {
    return owner.isStriped(local, list.sizeBytes())
        && list.sizeBytes() / list.segments() >= MIN_STRIPED_BYTES;
  }
}
