package org.armci4j.transport.network.connection;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import java.util.function.Supplier;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.HelperAtomics;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.outbox.Outbox;
import org.armci4j.transport.network.outbox.PutBurst;
import org.armci4j.transport.network.outbox.RankRoute;
import org.armci4j.waiting.ShortWork;

/**
 * Another rank, or this one, as this rank reaches it through the network.
 *
 * <p>Order: the network keeps the order of its own operations, and the helper thread that of its
 * messages. A message to the helper follows the network's operations by itself. An operation goes
 * past the helper when that has done all that this rank sent it, and when the lists that it assists
 * with are where they belong: {@link #direct} waits for it, for operations that block. All others
 * are queued in the {@link #outbox} unless they can be started at once, as {@link #startsNow} says.
 * Nothing follows a transfer over several paths by itself: both kinds wait for those, in the outbox
 * or before it, and only further ones do not.
 */
public final class ConnectedRank implements RankRoute.Ahead {
  private final NetworkEndpoint endpoint;
  private final RemoteHelper helper;
  private final ReplySlots replies;
  private final OrderedUpdates updates;
  private final Further further;
  private final PutBurst burst;

  /** Null before the first use. */
  private volatile Outbox outbox;

  /** Null before the first use. */
  private volatile AssistedLists lists;

  /** The same. */
  private volatile PathTransfers striped;

  /**
   * Ways there that are made when they are first needed.
   *
   * @param lists makes that for lists with the helper's assistance, once; waits for it
   * @param stripedFromBytes how long transfers are that go over several paths
   * @param striped makes those, once; waits for them
   * @param outbox makes the queue of operations that have to wait, once
   * @param maxMessageBytes the longest single transfer
   * @param gatheredBytes the longest put that travels with others
   */
  record Further(
      Supplier<AssistedLists> lists,
      long stripedFromBytes,
      Supplier<PathTransfers> striped,
      Function<ConnectedRank, Outbox> outbox,
      long maxMessageBytes,
      int gatheredBytes) {}

  ConnectedRank(
      NetworkEndpoint endpoint, RemoteHelper helper, ReplySlots replies, Further further) {
    this.endpoint = endpoint;
    this.further = further;
    this.burst = new PutBurst(further.gatheredBytes());
    this.helper = helper;
    this.replies = replies;
    this.updates =
        new OrderedUpdates(
            this, endpoint.atomics(), endpoint.intAtomics(), new HelperAtomics(helper));
  }

  /** The way there, with nothing of this rank left at its helper thread, or on the line. */
  public NetworkEndpoint direct() {
    awaitOthers();
    return endpoint;
  }

  private void awaitOthers() {
    endpoint.progress().awaitBeside();
    helper.awaitAll();
  }

  /** Whether what is called now need not be queued behind anything. */
  private boolean isClear() {
    return isUnqueued() && isCarriedOut();
  }

  private boolean isUnqueued() {
    Outbox queue = outbox;
    return queue == null || queue.isEmpty();
  }

  @Override
  public boolean isCarriedOut() {
    return isHelped() && areStripesOver();
  }

  @Override
  public boolean isHelped() {
    AssistedLists found = lists;
    return (found == null || found.isIdle()) && helper.isIdle();
  }

  @Override
  public boolean isRequested() {
    AssistedLists found = lists;
    return (found == null || found.isRequested()) && areStripesOver();
  }

  private boolean areStripesOver() {
    PathTransfers found = striped;
    return found == null || found.isIdle();
  }

  /**
   * Whether some operations on words would be started at once.
   *
   * @param operations how many the network may make of them
   * @param reads whether they read
   */
  public boolean startsNow(int operations, boolean reads) {
    return isClear() && endpoint.hasRoom(operations, reads);
  }

  /**
   * Whether a contiguous transfer would be started at once and whole.
   *
   * @param local native or heap memory
   * @param offset first byte there
   * @param sizeBytes how many
   * @param get whether it reads at the other side
   */
  public boolean startsNow(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return isClear()
        && endpoint.hasRoom(1, get)
        && (sizeBytes <= Math.min(NetworkEndpoint.SHORT_BYTES, endpoint.copyPieceBytes())
            || (sizeBytes <= further.maxMessageBytes()
                && !endpoint.isCopied(local, offset, sizeBytes, get)));
  }

  /** The same of a list. */
  public boolean startsNow(MemorySegment local, long offset, SegmentList list, boolean get) {
    return isClear()
        && list.segments() <= Integer.MAX_VALUE
        && endpoint.hasRoom((int) list.segments(), get)
        && !endpoint.isCopied(local, offset, list, get);
  }

  /**
   * Whether an accumulate would be sent at once and whole.
   *
   * @param sizeBytes how much data it has
   */
  public boolean sendsNow(long sizeBytes) {
    return isUnqueued() && isRequested() && sizeBytes <= helper.roomBytes() && helper.hasRoom();
  }

  /** Whether so many messages to its helper thread would be sent at once, by one thread alone. */
  public boolean asksNow() {
    return isUnqueued() && isRequested() && helper.hasRoom();
  }

  /** The operations that have to wait here; made at the first call. */
  public Outbox outbox() {
    Outbox found = outbox;
    return found == null ? makeOutbox() : found;
  }

  private synchronized Outbox makeOutbox() {
    if (outbox == null) {
      outbox = further.outbox().apply(this);
    }
    return outbox;
  }

  /** Whether a list with assistance may be asked for at once. */
  public boolean requestsNow() {
    return isUnqueued() && areStripesOver();
  }

  /** The way there for lists with its helper thread's assistance; made at the first call. */
  public AssistedLists lists() {
    AssistedLists found = lists;
    if (found == null) {
      found = further.lists().get();
      lists = found;
    }
    return found;
  }

  /**
   * Whether transfers go over several paths.
   *
   * @param local the caller's memory, of which all is used
   * @param sizeBytes how long a transfer is
   */
  public boolean isStriped(MemorySegment local, long sizeBytes) {
    return sizeBytes >= further.stripedFromBytes() && InPlace.suits(local);
  }

  /**
   * The way there over several paths, with nothing of this rank left at its helper thread, or on
   * the line. Made at the first call.
   */
  private PathTransfers striped() {
    awaitQueued();
    AssistedLists assisted = lists;
    if (assisted != null) {
      assisted.awaitIdle();
    }
    helper.awaitAll();
    PathTransfers found = striped;
    if (found == null) {
      found = further.striped().get();
      striped = found;
    }
    return found;
  }

  /**
   * Starts a contiguous put or get over several paths, or queues it.
   *
   * @param get whether it reads there
   * @param local memory of which {@link #isStriped} says so
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many
   * @return a ticket
   */
  public long divide(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    PathTransfers found = striped;
    PathTransfers paths = found == null ? striped() : found;
    if (isUnqueued() && isHelped()) {
      long behind = endpoint.progress().started();
      long ticket = paths.tryStart(behind, get, local, offset, remote, key, sizeBytes);
      if (ticket != PathTransfers.NOT_NOW) {
        return ticket;
      }
    }
    return outbox().divide(paths, get, local, offset, remote, key, sizeBytes);
  }

  /**
   * Whether a short put is to travel with others, by {@link Outbox#gather}.
   *
   * @param sizeBytes how long it is
   */
  public boolean gathers(long sizeBytes) {
    return burst.gathers(sizeBytes);
  }

  PutBurst burst() {
    return burst;
  }

  /** Closes a key of that rank's memory, which no later call uses. */
  public void close(RemoteKey key) {
    if (isUnqueued()) {
      key.close();
    } else {
      outbox.close(key);
    }
  }

  /** Waits until all that is queued has been started. */
  public void awaitQueued() {
    if (!isUnqueued()) {
      outbox.awaitEmpty();
    }
  }

  private void awaitStripes() {
    PathTransfers found = striped;
    if (found != null) {
      found.awaitIdle();
    }
  }

  /** The way there, for what need not follow the requests to its helper thread. */
  public NetworkEndpoint endpoint() {
    return endpoint;
  }

  /** Its helper thread, which has been sent all that was called before. */
  public RemoteHelper helper() {
    awaitQueued();
    awaitStripes();
    AssistedLists found = lists;
    if (found != null) {
      found.awaitRequested();
    }
    return helper;
  }

  /** Its helper thread, for what is queued itself. */
  RemoteHelper target() {
    return helper;
  }

  /** Where this rank's helper thread answers that rank's messages. */
  public ReplySlots replies() {
    return replies;
  }

  /** How its words are updated. */
  public OrderedUpdates atomics() {
    return updates;
  }

  /** Waits until all that this rank sent it is carried out. {@link ShortWork} is refused. */
  public void flush() {
    ShortWork.refuse("fence"); // as in Connections: others hold locks that a flush takes
    burst.ends();
    awaitOthers();
    endpoint.flush();
  }
}
