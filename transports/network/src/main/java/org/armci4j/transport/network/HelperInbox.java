package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;

/**
 * Where messages for a rank's helper thread arrive. Only that thread uses it, but for {@link
 * #wake}.
 */
public interface HelperInbox {
  /** Takes what has arrived. */
  interface Receiver {
    /**
     * A message of {@link NetworkEndpoint#send}.
     *
     * @param memory where it lies, until this returns
     * @param offset its first byte there
     */
    void message(MemorySegment memory, long offset);

    /** A notification of {@link NetworkEndpoint#putWordAndNotify}; its word is in place. */
    void notified();

    /** A word of {@link ScatterLine#putAnswer} is in place. */
    void answered();
  }

  /**
   * Gives what has arrived to the receiver, the messages of one rank in the order of their sending.
   *
   * @param receiver is called before this returns
   * @return whether there was anything
   * @throws org.armci4j.error.ArmciException when a message has been lost
   */
  boolean receive(Receiver receiver);

  /**
   * Has what arrives from here on end the next {@link #await}. Receive once more between the two,
   * as what has arrived before ends nothing.
   */
  void arm();

  /**
   * Sleeps until something arrives, {@link #wake} is called, or the time is over; may also return
   * early.
   *
   * @param timeoutNanos the longest sleep
   */
  void await(long timeoutNanos);

  /**
   * Whether the sleep also ends when something has come about by which queued operations of this
   * rank can go on: another rank's answer, or the end of what is under way. Where it does not, the
   * helper thread looks for that again and again.
   *
   * @return the same in each call
   */
  default boolean seesAnswers() {
    return false;
  }

  /** Ends the sleep, or the next one; any thread may call it. */
  void wake();
}
