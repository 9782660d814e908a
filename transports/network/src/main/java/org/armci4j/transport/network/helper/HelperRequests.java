package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;

/**
 * What one operation asks of another rank's helper thread: messages that are made one by one, each
 * when it can be sent at once, and what their answers bring. One thread at a time uses it, and
 * waits for nothing.
 */
public interface HelperRequests extends RemoteHelper.MessageBody {
  /** Whether there is one more message. */
  boolean hasMore();

  /**
   * Whether what the next message needs of this rank beside a credit is there.
   *
   * @param target whose helper thread it is
   */
  default boolean mayBeSent(RemoteHelper target) {
    return true;
  }

  /**
   * Sends the next message.
   *
   * @param target whose helper thread it is; a message to it has been begun, so nothing is waited
   *     for
   * @return the message's number
   */
  long sendNext(RemoteHelper target);

  /** Forgets the caller's memory. */
  default void forget() {}

  /** Returns the caller's memory that messages are made of; null if there is none. */
  default MemorySegment source() {
    return null;
  }

  /** Returns how many bytes of the source are sent. */
  default long sourceBytes() {
    return 0;
  }

  /** Goes on with a copy of the source, which the caller may then use again. */
  default void copySource() {
    throw new UnsupportedOperationException("sends no memory of the caller's");
  }

  /** Returns whether the caller itself takes the answer. */
  default boolean isAwaited() {
    return false;
  }

  /** Whether the operation is over when its messages have been answered, not when they are sent. */
  default boolean needsAnswers() {
    return false;
  }

  /**
   * Takes the answers that have come.
   *
   * @param target whose helper thread it is
   * @return whether there were any
   * @throws org.armci4j.error.ArmciException when a message was refused
   */
  default boolean takeAnswers(RemoteHelper target) {
    return false;
  }

  /** Whether there is neither a message to be sent nor an answer to be taken. */
  default boolean isOver() {
    return !hasMore();
  }

  /** The connection has ended: nothing is sent or comes any more. */
  default void end() {}
}
