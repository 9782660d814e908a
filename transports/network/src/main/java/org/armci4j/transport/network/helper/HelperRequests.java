package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;

/**
 * The requests of one operation to another rank's helper thread, and the effect of their answers.
 * Each message is made when it can be sent at once. One thread at a time uses it, and never waits.
 */
public interface HelperRequests extends RemoteHelper.MessageBody {
  /** Returns whether there is one more message. */
  boolean hasMore();

  /**
   * Returns whether this rank has all that the next message needs, apart from a credit.
   *
   * @param target the helper thread to send to
   */
  default boolean mayBeSent(RemoteHelper target) {
    return true;
  }

  /**
   * Sends the next message.
   *
   * @param target the helper thread to send to; a message to it has been begun, so this does not
   *     wait
   * @return the message's number
   */
  long sendNext(RemoteHelper target);

  /** Drops references to the caller's memory. */
  default void forget() {}

  /** Returns the caller's memory whose data the messages carry; null if there is none. */
  default MemorySegment source() {
    return null;
  }

  /** Returns the number of bytes of the source that are sent. */
  default long sourceBytes() {
    return 0;
  }

  /** Continues with a copy of the source, which the caller may then reuse. */
  default void copySource() {
    throw new UnsupportedOperationException("sends no memory of the caller's");
  }

  /** Returns whether the calling thread awaits the answer itself. */
  default boolean isAwaited() {
    return false;
  }

  /**
   * Returns whether the operation ends with the answers to its messages, rather than with their
   * sending.
   */
  default boolean needsAnswers() {
    return false;
  }

  /**
   * Takes the answers that have come.
   *
   * @param target the helper thread that answers
   * @return whether there were any
   * @throws org.armci4j.error.ArmciException when a message was refused
   */
  default boolean takeAnswers(RemoteHelper target) {
    return false;
  }

  /** Returns whether all messages are sent and all answers taken. */
  default boolean isOver() {
    return !hasMore();
  }

  /** Ends the requests after the connection has ended: nothing is sent or received any more. */
  default void end() {}
}
