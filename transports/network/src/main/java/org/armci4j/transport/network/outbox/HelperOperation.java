package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.helper.RemoteHelper;

/**
 * An operation that the target's helper thread carries out, by messages of one credit each. Each
 * message is made when it can be sent at once.
 */
public abstract class HelperOperation extends RankOperation implements RemoteHelper.MessageBody {
  /** Returns whether there is one more message. */
  public abstract boolean hasMore();

  /**
   * Returns whether this rank has all that the next message needs, apart from a credit.
   *
   * @param target the helper thread to send to
   */
  boolean mayBeSent(RemoteHelper target) {
    return true;
  }

  /**
   * Sends the next message.
   *
   * @param target the helper thread to send to; a message to it has been begun, so this does not
   *     wait
   * @return the message's number
   */
  public abstract long sendNext(RemoteHelper target);

  @Override
  final boolean start(RankRoute route) {
    while (hasMore()) {
      if (!mayBeSent(route.helper()) || !route.tryBeginMessage()) {
        return false;
      }
      try {
        long number = sendNext(route.helper());
        if (isAwaited()) {
          uses(number);
        }
        route.hasStepped();
      } finally {
        route.helper().end();
      }
    }
    return true;
  }

  @Override
  void giveUp(RankRoute route) {
    super.giveUp(route);
    if (isStarted()) {
      route.helper().leaveValue(number());
    }
  }

  /** Returns whether the answers that the operation needs have been taken; it is started. */
  @Override
  abstract boolean isDone(RankRoute route);

  @Override
  String describe() {
    return "work of the helper thread there";
  }
}
