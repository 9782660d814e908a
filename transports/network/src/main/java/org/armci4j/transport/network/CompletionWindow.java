package org.armci4j.transport.network;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.armci4j.bootstrap.text.Text;

/**
 * Turns completions that come in any order into a rising number: that of the latest operation that
 * is complete with all operations before it. So the tickets of one target complete in their order,
 * as {@link org.armci4j.transport.RemoteBlock} promises, whatever the network's order.
 *
 * <p>Operations are numbered from 1 on. The origin notes which ones it starts, under a lock of its
 * own. The thread that handles completions notes which ones have ended, one thread at a time. Any
 * thread reads.
 */
public final class CompletionWindow {
  private static final VarHandle STARTED;
  private static final VarHandle COMPLETE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STARTED = lookup.findVarHandle(CompletionWindow.class, "started", long.class);
      COMPLETE = lookup.findVarHandle(CompletionWindow.class, "complete", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int depth;

  /**
   * A bit for each number that is complete before an earlier one, indexed by the number's lower
   * bits.
   */
  private final long[] early;

  private volatile long started;
  private volatile long complete;

  /**
   * @param depth operations that may be under way at once, a power of two
   */
  public CompletionWindow(int depth) {
    if (Integer.bitCount(depth) != 1) {
      throw new IllegalArgumentException(depth + " is no power of two");
    }
    this.depth = depth;
    this.early = new long[Math.ceilDiv(depth, Long.SIZE)];
  }

  /** Returns the number of the latest operation that was started. */
  public long started() {
    return started;
  }

  /** Returns the number up to which all operations are complete. */
  public long complete() {
    return complete;
  }

  /**
   * Notes operations up to a number as started, before the network knows of them. So no completion
   * comes unexpectedly. The release orders the data that the completion's handler needs before it.
   *
   * @param last number of the latest operation, at most the depth above {@link #complete}
   */
  public void start(long last) {
    STARTED.setRelease(this, last);
  }

  /**
   * Notes operations as complete, for a network that completes them in order.
   *
   * @param number number of the latest complete operation
   */
  public void completeUpTo(long number) {
    COMPLETE.setRelease(this, number);
  }

  /**
   * Notes one operation as complete, perhaps before earlier ones.
   *
   * @param number number of the operation
   * @return the number up to which all operations are now complete
   */
  public long complete(long number) {
    long done = complete;
    if (number <= done || number > started || number - done > depth || isEarly(number)) {
      throw new IllegalStateException(
          Text.format(
              "completion of operation %d, while %d to %d are under way",
              number, done + 1, started));
    }
    if (number > done + 1) {
      flip(number);
      return done;
    }
    long next = number;
    while (isEarly(next + 1)) {
      next++;
      flip(next);
    }
    COMPLETE.setRelease(this, next);
    return next;
  }

  private boolean isEarly(long number) {
    return (early[word(number)] & (1L << number)) != 0;
  }

  private void flip(long number) {
    early[word(number)] ^= 1L << number;
  }

  private int word(long number) {
    return ((int) number & (depth - 1)) / Long.SIZE;
  }
}
