package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;

/**
 * Receives the messages and notifications for a rank's helper thread. One thread at a time calls
 * {@link #receive} and {@link #arm}; only the helper thread sleeps here; any thread may call {@link
 * #wake}.
 */
public interface HelperInbox {
  /** Handles arrivals. */
  interface Receiver {
    /**
     * Handles a message of {@link NetworkEndpoint#send}.
     *
     * @param memory holds the message until this call returns
     * @param offset first byte of the message
     */
    void message(MemorySegment memory, long offset);

    /** Handles a notification of {@link NetworkEndpoint#putWordAndNotify}; its word is in place. */
    void notified();

    /** Handles a word of {@link ScatterLine#putAnswer}, which is in place. */
    void answered();
  }

  /**
   * Hands arrivals to the receiver. Messages of one rank come in the order in which they were sent.
   *
   * @param receiver called before this returns
   * @return whether anything had arrived
   * @throws org.armci4j.error.ArmciException when a message has been lost
   */
  boolean receive(Receiver receiver);

  /**
   * Makes arrivals from this call on end the next {@link #await}. Earlier arrivals do not end it,
   * so call {@link #receive} once more in between.
   */
  void arm();

  /**
   * Sleeps until an arrival, a call of {@link #wake}, or the time-out; may return early.
   *
   * @param timeoutNanos the longest sleep
   */
  void await(long timeoutNanos);

  /**
   * Returns whether the sleep also ends when queued operations of this rank can continue: at
   * another rank's answer, or when an operation under way completes. Otherwise the helper thread
   * polls for these events.
   *
   * @return the same value at every call
   */
  default boolean seesAnswers() {
    return false;
  }

  /** Ends the current sleep or the next one; any thread may call it. */
  void wake();
}
