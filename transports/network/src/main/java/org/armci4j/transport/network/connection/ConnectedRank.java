package org.armci4j.transport.network.connection;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import java.util.function.Supplier;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.outbox.KeyClose;
import org.armci4j.transport.network.outbox.Outbox;
import org.armci4j.transport.network.outbox.PutBurst;
import org.armci4j.transport.network.outbox.RankOperation;
import org.armci4j.transport.network.outbox.RankRoute;
import org.armci4j.transport.network.outbox.Spares;
import org.armci4j.waiting.ShortWork;

/**
 * Another rank, or this one, as this rank reaches it through the network.
 *
 * <p>Order: the network keeps the order of its own operations, and the helper thread that of its
 * messages. A message to the helper follows the network's operations by itself. An operation goes
 * past the helper when that has done all that this rank sent it, and when the lists that it assists
 * with are where they belong. Nothing follows a transfer over several paths by itself: both kinds
 * wait for those, and only further ones do not. Whatever must wait is queued in the {@link Outbox},
 * which starts everything in the order of the calls.
 */
public final class ConnectedRank implements RankRoute.Ahead {
  private final NetworkEndpoint endpoint;
  private final RemoteHelper helper;
  private final ReplySlots replies;
  private final RemoteWords words;
  private final Further further;
  private final PutBurst burst;

  private final Outbox outbox;

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
   * @param gatheredBytes the longest put that travels with others
   */
  record Further(
      Supplier<AssistedLists> lists,
      long stripedFromBytes,
      Supplier<PathTransfers> striped,
      int gatheredBytes) {}

  /**
   * @param outbox makes the queue of operations on it
   * @param values where awaited values arrive
   */
  ConnectedRank(
      NetworkEndpoint endpoint,
      RemoteHelper helper,
      ReplySlots replies,
      Further further,
      Function<ConnectedRank, Outbox> outbox,
      ValueSlots values) {
    this.endpoint = endpoint;
    this.further = further;
    this.burst = new PutBurst(further.gatheredBytes());
    this.helper = helper;
    this.replies = replies;
    this.words = new RemoteWords(this, endpoint.atomics(), values);
    this.outbox = outbox.apply(this);
  }

  /**
   * Begins a call, which {@link #start} ends.
   *
   * @return the objects to call by
   */
  public Spares begin() {
    return outbox.begin();
  }

  /**
   * Starts an operation or queues it, behind all that was called before.
   *
   * @param operation filled since {@link #begin}
   * @return a ticket for the caller's memory; of a message whose answer the caller awaits, its
   *     number
   */
  public long start(RankOperation operation) {
    return outbox.start(operation);
  }

  private void awaitOthers() {
    endpoint.progress().awaitBeside();
    helper.awaitAll();
  }

  /**
   * Starts or queues an operation that has an object of its own.
   *
   * @param operation filled
   * @return a ticket for the caller's memory
   */
  public long call(RankOperation operation) {
    outbox.begin();
    return outbox.start(operation);
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

  /** Where operations wait for their turn. */
  public Outbox outbox() {
    return outbox;
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
    return start(begin().divided().become(paths, get, local, offset, remote, key, sizeBytes));
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
    if (outbox.isEmpty()) {
      key.close();
    } else {
      call(new KeyClose(key));
    }
  }

  /** Waits until all that is queued has been started. */
  public void awaitQueued() {
    outbox.awaitEmpty();
  }

  /** The way there, for what need not follow the requests to its helper thread. */
  public NetworkEndpoint endpoint() {
    return endpoint;
  }

  /** Its helper thread. */
  RemoteHelper helper() {
    return helper;
  }

  /** Where this rank's helper thread answers that rank's messages. */
  public ReplySlots replies() {
    return replies;
  }

  /** Its words. */
  public RemoteWords words() {
    return words;
  }

  /** Waits until all that this rank sent it is carried out. {@link ShortWork} is refused. */
  public void flush() {
    ShortWork.refuse("fence"); // as in Connections: others hold locks that a flush takes
    burst.ends();
    awaitOthers();
    endpoint.flush();
  }
}
