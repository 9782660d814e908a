package org.armci4j.completion;

/** What joins this rank to one other, or to itself. */
final class EventRings {
  final OutgoingRing outgoing;
  final IncomingRing incoming;
  final LocalEvents local;

  private final int rank;

  /**
   * Whose turn it is when there are local and remote events. Threads may race for it: then one kind
   * comes twice in a row, and no harm is done.
   */
  private boolean localTurn;

  EventRings(EventMemory memory, int rank, int ownSlots) {
    this.rank = rank;
    this.local = new LocalEvents(memory.armci());
    this.outgoing = new OutgoingRing(memory, rank);
    this.incoming = new IncomingRing(memory, rank, ownSlots);
  }

  /** Takes an event of this rank, local and remote ones in turn; false when there is none. */
  boolean take(Event into) {
    boolean localFirst = localTurn;
    localTurn = !localFirst;
    return localFirst
        ? local.take(rank, into) || incoming.take(into)
        : incoming.take(into) || local.take(rank, into);
  }
}
