package org.armci4j.completion;

/** Holds the rings and local events between this rank and one other, or itself. */
final class EventRings {
  final OutgoingRing outgoing;
  final IncomingRing incoming;
  final LocalEvents local;

  private final int rank;

  /**
   * Whether a local event is taken before a remote one at the next turn. A race of threads is
   * harmless: one kind then comes twice in a row.
   */
  private boolean localTurn;

  EventRings(EventMemory memory, int rank, int ownSlots) {
    this.rank = rank;
    this.local = new LocalEvents(memory.armci());
    this.outgoing = new OutgoingRing(memory, rank);
    this.incoming = new IncomingRing(memory, rank, ownSlots);
  }

  /** Takes an event, local and remote ones in turn; returns false if there is none. */
  boolean take(Event into) {
    boolean localFirst = localTurn;
    localTurn = !localFirst;
    return localFirst
        ? local.take(rank, into) || incoming.take(into)
        : incoming.take(into) || local.take(rank, into);
  }
}
