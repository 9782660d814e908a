package org.armci4j.transport.network.outbox;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the threads that wait for a word of one rank, and decides whether their calls share
 * messages. A word that goes alone costs the target a wakeup and an answer. So few threads fare
 * best alone, and many fare best together.
 */
public final class WordCallers {
  /**
   * Threads that wait at once before calls share messages. A list takes one more turn of a helper
   * thread than a word that goes alone, at this rank, so it must have many words.
   */
  private static final int ALONE = 32;

  private final boolean shares;
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Whether calls share messages. They do until a thread finds itself alone, as a call that goes
   * alone waits for the messages before it. Plain: a race merely sends one call the other way.
   */
  private boolean sharing;

  /**
   * Creates an object that has seen no call.
   *
   * @param shares whether calls may share messages at all
   */
  public WordCallers(boolean shares) {
    this.shares = shares;
  }

  /**
   * Notes that a call begins; {@link #leave} ends it.
   *
   * @return whether it is to share a message
   */
  public boolean enter() {
    if (!shares) {
      return false;
    }
    int now = inside.incrementAndGet();
    if (now > ALONE) {
      sharing = true;
    } else if (now == 1) {
      sharing = false;
    }
    return sharing;
  }

  /** Notes that a call ends. */
  public void leave() {
    if (shares) {
      inside.decrementAndGet();
    }
  }
}
