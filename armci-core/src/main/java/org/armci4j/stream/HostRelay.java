package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Hands the batches of other hosts' ranks on to the ranks of this host. Stands in the form of two
 * levels, where an item for a rank of another host goes over the network to one rank of that host,
 * and from there through shared memory. {@link StreamPeers} tells through which rank.
 *
 * <p><b>Network first.</b> Batches over the network are as full as those of the straight form, and
 * hold the items for all ranks of a host. What a relay hands on is sent at once, in batches that
 * are not full: in shared memory such a batch costs a store. The other order, inside the own host
 * first, is worse: the relay would then either send part-filled batches over the network, or hold
 * items back. Each item is copied once more than in the straight form.
 *
 * <p><b>No wait in a circle.</b> Batches between ranks of one host are for the rank that gets them,
 * whose handler never waits. So their slots come free. A relay waits for such slots alone, and a
 * rank that pushes to another host waits for its relay alone. A relay that finds no free slot keeps
 * the rest of the batch in the slot where it has come, which is its origin's back-pressure, and
 * goes on with the batches of other origins.
 *
 * <p><b>Order.</b> A batch inside the host has the items of one origin, in the order in which they
 * came. If a batch of the relay's own items is open for that target, the relay sends that batch
 * first.
 */
final class HostRelay {
  /** Bytes behind each item that is to be handed on: the rank in the group for which it is. */
  static final int ADDRESS_BYTES = Integer.BYTES;

  private final StreamShape shape;
  private final IncomingBatches[] incoming;
  private final OutgoingBatches[] here;

  /** For each rank of the group; those of this host are used. */
  private final OutgoingBatches[] outgoing;

  /** The origin whose turn it is to be first. */
  private int first;

  /** Origins that send no more in this phase, and whose items have been handed on. */
  private int ended;

  /**
   * Creates a relay.
   *
   * @param shape tells where an item ends
   * @param incoming the batches of other hosts' ranks; none in the straight form
   * @param here the batches for the ranks of this host
   * @param outgoing the batches for each rank of the group
   */
  HostRelay(
      StreamShape shape,
      IncomingBatches[] incoming,
      OutgoingBatches[] here,
      OutgoingBatches[] outgoing) {
    this.shape = shape;
    this.incoming = incoming;
    this.here = here;
    this.outgoing = outgoing;
  }

  /** Returns whether everything of this phase has been handed on. */
  boolean hasEnded() {
    return ended == incoming.length;
  }

  void beginPhase() {
    ended = 0;
  }

  /** Returns whether something waits that can be handed on. */
  boolean mayGoOn() {
    for (IncomingBatches batches : incoming) {
      if (mayGoOn(batches)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayGoOn(IncomingBatches batches) {
    return batches.hasArrived()
        && (!batches.hasMore() || outgoing[address(batches, bytes(batches))].mayTurn());
  }

  /**
   * Hands on what has come, as far as slots are free, at most as many batches of each rank as there
   * are slots. Never waits for another rank.
   *
   * @return whether there was anything
   */
  boolean forward() {
    boolean any = false;
    for (int i = 0; i < incoming.length; i++) {
      IncomingBatches batches = incoming[(first + i) % incoming.length];
      for (int slot = 0; slot < StreamLayout.SLOTS && mayGoOn(batches); slot++) {
        any = true;
        forward(batches);
      }
    }
    first = any ? (first + 1) % incoming.length : first;
    return any;
  }

  /** Hands on the oldest batch, up to an item whose target has no free slot. */
  private void forward(IncomingBatches batches) {
    int origin = batches.origin();
    boolean fits = true;
    while (fits && batches.hasMore()) {
      long bytes = bytes(batches);
      int address = address(batches, bytes);
      OutgoingBatches target = outgoing[address];
      fits = target.isOpenFor(origin) || target.mayTurn();
      if (fits) {
        // Has room: a batch with addresses holds no more items than one without them.
        target.turnTo(origin);
        MemorySegment.copy(batches.memory(), batches.next(), target.memory(), target.at, bytes);
        target.advance(bytes, address);
        batches.take(bytes + ADDRESS_BYTES);
      }
    }
    for (OutgoingBatches opened : here) {
      if (opened.isOpenFor(origin)) {
        opened.send(false);
      }
    }
    if (!batches.hasMore()) {
      ended += batches.isLast() ? 1 : 0;
      batches.free();
    }
  }

  private long bytes(IncomingBatches batches) {
    return shape.spanBytes(batches.memory(), batches.next());
  }

  private static int address(IncomingBatches batches, long bytes) {
    return batches.memory().get(ValueLayout.JAVA_INT_UNALIGNED, batches.next() + bytes);
  }
}
