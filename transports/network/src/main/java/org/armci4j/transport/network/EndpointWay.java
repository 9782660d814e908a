package org.armci4j.transport.network;

/**
 * The way by which an endpoint's operations go, where they outlive it: when it fails, they go on by
 * another one, through another port. Each takes effect at the other side once: what that has
 * carried out is not repeated, and all else is.
 *
 * <p>A life of the way is what happens between {@link #open} and {@link #settle}; the first one
 * begins when the endpoint is connected. One thread at a time uses it; any thread asks whether it
 * is {@link #broken}.
 */
public interface EndpointWay {
  /** What {@link #carriedOut} answers when it is not certain yet. */
  long NOT_YET = -1;

  /** Through how many ports the way may go, at both sides. */
  int rails();

  /** A port in words, for the log. */
  String describe(int rail);

  /** How long an endpoint may be without a way before it is given up; 0 is forever. */
  long patienceNanos();

  /** Why the way carries nothing any more; null while it works. */
  String broken();

  /** Holds back all that is started from here on, until {@link #tryResume}. */
  void pause();

  /** Whether all that went is complete, or can at least be settled whatever has become of it. */
  boolean isDrained();

  /** Ends this life: from here on nothing goes, and nothing of the other side is carried out. */
  void leave();

  /**
   * How much of what the other side sent in this life has been carried out here, in the network's
   * own measure.
   *
   * @return {@link #NOT_YET} when that may still change
   */
  long carriedOut();

  /**
   * Both sides have left. What the other one has carried out is complete, and all else waits to go
   * again.
   *
   * @param carriedOutThere what {@link #carriedOut} answered there
   * @throws org.armci4j.error.ArmciException when something can neither be repeated nor be taken
   *     for complete
   */
  void settle(long carriedOutThere);

  /** Whether a port could be used now. */
  boolean canOpen(int rail);

  /**
   * Begins the next life.
   *
   * @return what the other side needs to connect
   * @throws org.armci4j.error.ArmciException when the network refuses
   */
  byte[] open(int rail);

  /**
   * Connects to the other side, and receives from here on.
   *
   * @param address what {@link #open} gave there
   * @throws org.armci4j.error.ArmciException when the network refuses
   */
  void connect(byte[] address);

  /** Sends all that waits; false if there is no room for it now. */
  boolean tryResume();

  /**
   * Gives the endpoint up, as if it had no other way.
   *
   * @param reason what has happened
   */
  void fail(String reason);
}
