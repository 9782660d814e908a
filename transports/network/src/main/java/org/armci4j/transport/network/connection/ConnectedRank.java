package org.armci4j.transport.network.connection;

import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.network.helper.HelperAtomics;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;

/**
 * Another rank, or this one, as this rank reaches it through the network.
 *
 * <p>Order: the network keeps the order of its own operations, and the helper thread that of its
 * messages. A message to the helper follows the network's operations by itself; before an operation
 * goes past the helper, {@link #direct} waits until the helper has done all that this rank sent it.
 */
public final class ConnectedRank {
  private final NetworkEndpoint endpoint;
  private final RemoteHelper helper;
  private final ReplySlots replies;
  private final WordAtomics networkAtomics;
  private final WordAtomics helperAtomics;

  ConnectedRank(NetworkEndpoint endpoint, RemoteHelper helper, ReplySlots replies) {
    this.endpoint = endpoint;
    this.helper = helper;
    this.replies = replies;
    this.networkAtomics = endpoint.atomics();
    this.helperAtomics = new HelperAtomics(helper);
  }

  /** The way there, with nothing of this rank left at its helper thread. */
  public NetworkEndpoint direct() {
    helper.awaitAll();
    return endpoint;
  }

  /** The way there, for what need not follow the requests to its helper thread. */
  public NetworkEndpoint endpoint() {
    return endpoint;
  }

  /** Its helper thread. */
  public RemoteHelper helper() {
    return helper;
  }

  /** Where this rank's helper thread answers that rank's messages. */
  public ReplySlots replies() {
    return replies;
  }

  /** How its words of eight bytes are updated: by the network if that can, else by its helper. */
  public WordAtomics atomics() {
    if (networkAtomics == null) {
      return helperAtomics;
    }
    helper.awaitAll();
    return networkAtomics;
  }

  /** Waits until all that this rank sent it is carried out. */
  public void flush() {
    helper.awaitAll();
    endpoint.flush();
  }
}
