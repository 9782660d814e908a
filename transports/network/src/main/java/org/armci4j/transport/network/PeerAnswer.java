package org.armci4j.transport.network;

import org.armci4j.error.ArmciException;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;

/**
 * The answer of another rank to a request to connect: the thing that is connected then, or the
 * reason why it is not. Any thread brings the answer, and any thread waits for it.
 *
 * @param <T> type of the thing that is connected
 */
public final class PeerAnswer<T> {
  private static final Condition<PeerAnswer<?>> HAS_COME = (answer, _, _) -> answer.hasCome();

  private volatile T connected;
  private volatile String problem;

  /** Creates an answer that has not come. */
  public PeerAnswer() {}

  private boolean hasCome() {
    return connected != null || problem != null;
  }

  /** Returns whether the thing is connected. */
  public boolean isConnected() {
    return connected != null;
  }

  /** Ends all waits: the thing is connected. */
  public void connected(T thing) {
    connected = thing;
  }

  /** Ends all waits with an exception, unless the thing is connected all the same. */
  public void refused(String reason) {
    problem = reason;
  }

  /**
   * Waits for the answer.
   *
   * @param waiter takes the steps of this rank meanwhile
   * @param timeoutNanos longest wait
   * @param name names the wait in messages
   * @return the thing that is connected
   * @throws ArmciException when the other side has refused
   */
  public T await(Waiter waiter, long timeoutNanos, String name) {
    waiter.await(HAS_COME, this, 0, 0, timeoutNanos, name);
    T found = connected;
    if (found == null) {
      throw new ArmciException(name + " failed: " + problem);
    }
    return found;
  }
}
