package org.armci4j.transport.network;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.armci4j.bootstrap.text.Text;

/**
 * Turns completions that come in any order into a number that rises: that of the latest operation
 * which is complete with all before it. So the tickets of one target complete in their order, as
 * {@link org.armci4j.transport.RemoteBlock} promises, whatever the network does.
 *
 * <p>Operations are numbered from 1 on. The origin says what it starts, under a lock of its own;
 * the thread that handles completions says what has ended, one thread at a time. Any thread reads.
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

  /** A bit for each number that is complete before an earlier one, by the number's lower bits. */
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

  /** The number of the latest operation that was started. */
  public long started() {
    return started;
  }

  /** All operations up to this number are complete. */
  public long complete() {
    return complete;
  }

  /**
   * Operations up to a number are started, before the network knows of them: so no completion comes
   * unexpected. The release orders before it what the handler of the completion needs.
   *
   * @param last at most the depth above {@link #complete}
   */
  public void start(long last) {
    STARTED.setRelease(this, last);
  }

  /**
   * Operations are complete up to a number, of a network that completes them in order.
   *
   * @param number of the last
   */
  public void completeUpTo(long number) {
    COMPLETE.setRelease(this, number);
  }

  /**
   * One operation is complete, perhaps before earlier ones.
   *
   * @param number of the operation
   * @return the number up to which all are complete now
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
