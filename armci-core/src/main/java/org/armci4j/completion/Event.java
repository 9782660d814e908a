package org.armci4j.completion;

import org.armci4j.bootstrap.text.Text;

/**
 * What {@link CompletionEvents#probe(Event)} found: an object that the caller makes once and has
 * filled again and again. Used by one thread at a time.
 */
public final class Event {
  private Kind kind = Kind.REMOTE;
  private int rank = -1;
  private long identifier;

  /** Which side of a put an event tells of. */
  public enum Kind {
    /** A put of this rank: its source may be reused. */
    LOCAL,
    /** A put of another rank, or of this one to itself: its data is in this rank's memory. */
    REMOTE
  }

  /** An event to be filled. */
  public Event() {}

  /**
   * Which side of the put this rank was on.
   *
   * @return {@link Kind#LOCAL} at the origin, {@link Kind#REMOTE} at the target
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The other side of the put.
   *
   * @return the target of a local event, the origin of a remote one; −1 before the first event
   */
  public int rank() {
    return rank;
  }

  /**
   * What the origin named the put.
   *
   * @return the local identifier of a local event, the remote one of a remote event
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
