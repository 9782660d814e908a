package org.armci4j.transport.network.connection;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import java.util.function.Supplier;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.outbox.KeyClose;
import org.armci4j.transport.network.outbox.Outbox;
import org.armci4j.transport.network.outbox.RankOperation;
import org.armci4j.transport.network.outbox.RankRoute;
import org.armci4j.transport.network.outbox.Spares;
import org.armci4j.transport.network.outbox.WordCallers;
import org.armci4j.waiting.ShortWork;

/**
 * Another rank, or this one, as this rank reaches it through the network.
 *
 * <p>Order: the network keeps the order of its operations, and the helper thread that of its
 * messages. A message to the helper thread follows the network's operations by itself. A network
 * operation bypasses the helper thread, so it waits until that thread has carried out all messages
 * and the assisted lists are complete. Both kinds also wait for transfers over several paths; only
 * further such transfers need not. Operations wait in the {@link Outbox}, which starts everything
 * in the order of the calls.
 */
public final class ConnectedRank implements RankRoute.Ahead {
  private final NetworkEndpoint endpoint;
  private final RemoteHelper helper;
  private final ReplySlots replies;
  private final RemoteWords words;
  private final Further further;

  private final Outbox outbox;

  /** The assisted lists; null before the first use. */
  private volatile AssistedLists lists;

  /** The transfers over several paths; null before the first use. */
  private volatile PathTransfers striped;

  /**
   * Means of transfer that are made when they are first needed.
   *
   * @param lists connects the line for assisted lists at its first call, and waits for it
   * @param stripedFromBytes shortest transfer that goes over several paths
   * @param striped connects the paths at its first call, and waits for them
   */
  record Further(
      Supplier<AssistedLists> lists, long stripedFromBytes, Supplier<PathTransfers> striped) {}

  /**
   * @param outbox makes the queue of operations on this rank
   * @param values where awaited values arrive
   * @param traffic decides which reads and updates of words share messages
   */
  ConnectedRank(
      NetworkEndpoint endpoint,
      RemoteHelper helper,
      ReplySlots replies,
      Further further,
      Function<ConnectedRank, Outbox> outbox,
      ValueSlots values,
      WordCallers traffic) {
    this.endpoint = endpoint;
    this.further = further;
    this.helper = helper;
    this.replies = replies;
    this.words = new RemoteWords(this, endpoint.atomics(), values, traffic);
    this.outbox = outbox.apply(this);
  }

  /**
   * Begins a call, which {@link #start} ends.
   *
   * @return the objects that describe operations
   */
  public Spares begin() {
    return outbox.begin();
  }

  /**
   * Starts an operation or queues it, after all earlier calls.
   *
   * @param operation filled since {@link #begin}
   * @return a ticket for the caller's memory; for a message whose answer the caller awaits, its
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
   * Starts or queues an operation that is no object of {@link #begin}.
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

  /** Returns the queue of operations. */
  public Outbox outbox() {
    return outbox;
  }

  /** Returns the assisted lists to the rank; connects them at the first call. */
  public AssistedLists lists() {
    AssistedLists found = lists;
    if (found == null) {
      found = further.lists().get();
      lists = found;
    }
    return found;
  }

  /**
   * Returns whether a transfer goes over several paths. The threads that handle completions start
   * copied parts, so memory of a confined arena goes over one.
   *
   * @param local the caller's memory, all of which is used
   * @param sizeBytes length of the transfer
   */
  public boolean isStriped(MemorySegment local, long sizeBytes) {
    return sizeBytes >= further.stripedFromBytes() && !InPlace.isConfined(local);
  }

  /**
   * Returns the transfers over several paths; makes them at the first call. Waits first until the
   * helper thread and the line have nothing left of what this rank sent before.
   */
  private PathTransfers striped() {
    awaitOthers();
    PathTransfers found = striped;
    if (found == null) {
      found = further.striped().get();
      striped = found;
    }
    return found;
  }

  /**
   * Starts a put or get over several paths, or queues it.
   *
   * @param get whether it is a get
   * @param local memory for which {@link #isStriped} holds
   * @param offset first byte there
   * @param remote first byte at the target
   * @param key of the target's memory
   * @param list what to transfer, with offsets from both first bytes; null for contiguous bytes
   * @param sizeBytes length of the transfer
   * @return a ticket
   */
  public long divide(
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list,
      long sizeBytes) {
    PathTransfers found = striped;
    PathTransfers paths = found == null ? striped() : found;
    return start(begin().divided().become(paths, get, local, offset, remote, key, list, sizeBytes));
  }

  /** Closes a key of the rank's memory after all earlier operations; no later call uses it. */
  public void close(RemoteKey key) {
    if (outbox.isEmpty() || endpoint.progress().hasFailed()) { // then none starts any more
      key.close();
    } else {
      call(new KeyClose(key));
    }
  }

  /** Returns the endpoint, for operations that need not follow messages to the helper thread. */
  public NetworkEndpoint endpoint() {
    return endpoint;
  }

  /** Returns the rank's helper thread. */
  RemoteHelper helper() {
    return helper;
  }

  /** Returns the slots in which this rank's helper thread answers the rank's messages. */
  public ReplySlots replies() {
    return replies;
  }

  /** Returns reads and updates of the rank's words. */
  public RemoteWords words() {
    return words;
  }

  /** Waits until everything that this rank sent there is carried out. Refuses {@link ShortWork}. */
  public void flush() {
    ShortWork.refuse("fence"); // other threads may hold locks that a flush takes
    outbox.shared().endBurst();
    awaitOthers();
    endpoint.flush();
  }
}
