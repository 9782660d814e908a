package org.armci4j.collectives.schedule;

/**
 * One step of a rank's schedule.
 *
 * @param kind what is done
 * @param peer the place of the other rank in the group; of no meaning for local steps
 * @param region the memory it is done to; of {@link Kind#WRITE} and {@link Kind#DEPOSIT} the peer's
 * @param offset first byte there
 * @param sizeBytes how many
 * @param from of local steps and of those that write to the peer the memory that is read
 * @param fromOffset first byte there
 */
public record Step(
    Kind kind, int peer, Region region, long offset, long sizeBytes, Region from, long fromOffset) {
  /** Kinds of steps. */
  public enum Kind {
    /** Put the region to the peer, with a signal. Done when it is on its way. */
    PUT,
    /** Wait for what the peer put, and copy it to the region. */
    TAKE,
    /** Wait for what the peer put, and combine: region = region ∘ incoming. */
    TAKE_RIGHT,
    /** Wait for what the peer put, and combine: region = incoming ∘ region. */
    TAKE_LEFT,
    /**
     * Write to the peer's memory where it is to be, with a signal. Done when it is on its way. The
     * region is {@link Region#BUFFER}, or {@link Region#DESTINATION} after the peer has told its
     * address. A destination that the peer does not lend, and that does not lie in one global
     * memory with this rank's own, cannot be written to: then both ranks know it, or else the
     * writer says so first, and data goes as by {@link #PUT} and {@link #TAKE}.
     */
    WRITE,
    /** Wait until the peer's next write to the region is complete. */
    WRITTEN,
    /**
     * Write to the peer's {@link Region#BUFFER} with no signal. Done before any step behind it in
     * the round. It is there for a peer that has taken the address which is told to it next.
     */
    DEPOSIT,
    /** What the peer has deposited is here when the round is over, which takes its address too. */
    DEPOSITED,
    /** Let the peer {@link #READ} the region; after the addresses have gone both ways. */
    LEND,
    /**
     * Start to read the same bytes of the peer's destination. They are here when the peer is
     * settled; the peer must not change them before it hears so. Where destinations do not lie in
     * one global memory, both ranks know it, and data goes as by {@link #PUT} and {@link #TAKE}.
     */
    READ,
    /**
     * Wait until what this rank has sent to the peer so far may be changed, and what it reads from
     * there is here.
     */
    SETTLE,
    /** Copy from another region to this. */
    COPY,
    /** Combine: region = region ∘ from. */
    COMBINE;

    /**
     * Returns whether it sends to the peer, or may: what it names must not be changed meanwhile.
     */
    public boolean isSending() {
      return this == PUT || this == WRITE || this == DEPOSIT || this == LEND;
    }

    /** Returns whether no step of the peer belongs to it. */
    public boolean isLocal() {
      return this == COPY || this == COMBINE || this == SETTLE;
    }
  }

  /** Returns a wait for what is under way to or from a peer. */
  static Step settle(int peer) {
    return new Step(Kind.SETTLE, peer, Region.SOURCE, 0, 0, Region.SOURCE, 0);
  }
}
