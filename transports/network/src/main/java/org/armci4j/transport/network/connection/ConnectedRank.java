package org.armci4j.transport.network.connection;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.HelperAtomics;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.path.StripedTransfers;

/**
 * Another rank, or this one, as this rank reaches it through the network.
 *
 * <p>Order: the network keeps the order of its own operations, and the helper thread that of its
 * messages. A message to the helper follows the network's operations by itself; before an operation
 * goes past the helper, {@link #direct} waits until the helper has done all that this rank sent it,
 * and until the lists that it assists with are where they belong. Nothing follows a transfer over
 * several paths by itself: both wait for those, and only further ones do not.
 */
public final class ConnectedRank {
  private final NetworkEndpoint endpoint;
  private final RemoteHelper helper;
  private final ReplySlots replies;
  private final WordAtomics networkAtomics;
  private final WordAtomics helperAtomics;
  private final Further further;

  /** Null before the first use. */
  private volatile AssistedLists lists;

  /** The same. */
  private volatile StripedTransfers striped;

  /**
   * Ways there that are made when they are first needed.
   *
   * @param lists makes that for lists with the helper's assistance, once; waits for it
   * @param stripedFromBytes how long transfers are that go over several paths
   * @param striped makes those, once; waits for them
   */
  record Further(
      Supplier<AssistedLists> lists, long stripedFromBytes, Supplier<StripedTransfers> striped) {}

  ConnectedRank(
      NetworkEndpoint endpoint, RemoteHelper helper, ReplySlots replies, Further further) {
    this.endpoint = endpoint;
    this.further = further;
    this.helper = helper;
    this.replies = replies;
    this.networkAtomics = endpoint.atomics();
    this.helperAtomics = new HelperAtomics(helper);
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

  /** The way there for lists with its helper thread's assistance; made at the first call. */
  public AssistedLists lists() {
    awaitStripes();
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
  public StripedTransfers striped() {
    AssistedLists assisted = lists;
    if (assisted != null) {
      assisted.awaitIdle();
    }
    helper.awaitAll();
    StripedTransfers found = striped;
    if (found == null) {
      found = further.striped().get();
      striped = found;
    }
    return found;
  }

  private void awaitStripes() {
    StripedTransfers found = striped;
    if (found != null) {
      found.awaitIdle();
    }
  }

  /** The way there, for what need not follow the requests to its helper thread. */
  public NetworkEndpoint endpoint() {
    return endpoint;
  }

  /** Its helper thread, which has been sent all requests for lists before. */
  public RemoteHelper helper() {
    awaitStripes();
    AssistedLists found = lists;
    if (found != null) {
      found.awaitRequested();
    }
    return helper;
  }

  /** Where this rank's helper thread answers that rank's messages. */
  public ReplySlots replies() {
    return replies;
  }

  /** How its words of eight bytes are updated: by the network if that can, else by its helper. */
  public WordAtomics atomics() {
    if (networkAtomics == null) {
      helper();
      return helperAtomics;
    }
    awaitOthers();
    return networkAtomics;
  }

  /** Waits until all that this rank sent it is carried out. */
  public void flush() {
    awaitOthers();
    endpoint.flush();
  }
}
