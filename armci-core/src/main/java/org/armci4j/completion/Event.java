package org.armci4j.completion;

import org.armci4j.bootstrap.text.Text;

/**
 * Receives the result of {@link CompletionEvents#probe(Event)}. The caller makes one object and
 * reuses it. Used by one thread at a time.
 */
public final class Event {
  private Kind kind = Kind.REMOTE;
  private int rank = -1;
  private long identifier;

  /** Names the side of a put to which an event belongs. */
  public enum Kind {
    /** A put of this rank: its source may be reused. */
    LOCAL,
    /** A put of another rank, or of this one to itself: its data is in this rank's memory. */
    REMOTE
  }

  /** Makes an event to be filled. */
  public Event() {}

  /**
   * Returns the side of the put that this rank was on.
   *
   * @return {@link Kind#LOCAL} at the origin, {@link Kind#REMOTE} at the target
   */
  public Kind kind() {
    return kind;
  }

  /**
   * Returns the rank on the other side of the put.
   *
   * @return the target for a local event, the origin for a remote event; −1 before the first event
   */
  public int rank() {
    return rank;
  }

  /**
   * Returns the identifier that the origin gave the put.
   *
   * @return the local identifier for a local event, the remote identifier for a remote event
   */
  public long identifier() {
    return identifier;
  }

  void set(Kind newKind, int newRank, long newIdentifier) {
    kind = newKind;
    rank = newRank;
    identifier = newIdentifier;
  }

  @Override
  public String toString() {
    return Text.format("Event[%s, rank %d, identifier %d]", kind, rank, identifier);
  }
}
