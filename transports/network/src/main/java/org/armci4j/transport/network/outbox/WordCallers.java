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

  /** Mean number of words below which a list costs more than it saves. */
  private static final float FEW = 4;

  /** Mean number of words that is assumed before lists have been sent. */
  private static final float FIRST_MEAN = 2 * FEW;

  /** Part of the mean that the latest list makes up. */
  private static final float WEIGHT = 1 / 8f;

  /** Calls that go alone after lists of few words, before calls share messages again. */
  private static final int PAUSE = 4096;

  private final boolean shares;
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Whether calls share messages. They do until a thread finds itself alone, as a call that goes
   * alone waits for the messages before it. Plain: a race merely sends one call the other way.
   */
  private boolean sharing;

  /** Calls that go alone before calls share messages again. Plain, for the same reason. */
  private int pause;

  /** Mean number of words of the lists that could have waited; for the thread that sends them. */
  private float mean = FIRST_MEAN;

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
    if (sharing && pause > 0) {
      pause--;
      return false;
    }
    return sharing;
  }

  /**
   * Records a list that could have waited for further calls when it was sent. Calls of several
   * kinds in turn, or on several blocks, close each other's lists, so that most carry one word.
   *
   * @param words its length
   */
  void sent(int words) {
    mean += (words - mean) * WEIGHT;
    if (mean < FEW) {
      mean = FIRST_MEAN;
      pause = PAUSE;
    }
  }

  /** Notes that a call ends. */
  public void leave() {
    if (shares) {
      inside.decrementAndGet();
    }
  }
}
