package org.armci4j.transport.network.helper;

/**
 * What one operation asks of another rank's helper thread: messages that are made one by one, each
 * when it can be sent at once, and what their answers bring. One thread at a time uses it, and
 * waits for nothing.
 */
public interface HelperRequests {
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
   */
  void sendNext(RemoteHelper target);

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
