package org.armci4j.testkit.fake;

import org.armci4j.bootstrap.text.Text;

/**
 * Turns completions that come in any order into a rising number: that of the latest operation that
 * is complete with all operations before it. For one thread at a time. Operations are numbered from
 * 1 on.
 */
final class CompletionWindow {
  private final int depth;

  /**
   * A bit for each number that is complete before an earlier one, indexed by the number's lower
   * bits.
   */
  private final long[] early;

  private long complete;

  /**
   * @param depth operations that may be under way at once, a power of two
   */
  CompletionWindow(int depth) {
    if (Integer.bitCount(depth) != 1) {
      throw new IllegalArgumentException(depth + " is no power of two");
    }
    this.depth = depth;
    this.early = new long[Math.ceilDiv(depth, Long.SIZE)];
  }

  /**
   * Notes one operation as complete, perhaps before earlier ones.
   *
   * @param number number of the operation
   * @param started number of the latest operation that was started
   * @return the number up to which all operations are now complete
   */
  long complete(long number, long started) {
    if (number <= complete || number > started || number - complete > depth || isEarly(number)) {
      throw new IllegalStateException(
          Text.format(
              "completion of operation %d, while %d to %d are under way",
              number, complete + 1, started));
    }
    if (number > complete + 1) {
      flip(number);
      return complete;
    }
    complete = number;
    while (isEarly(complete + 1)) {
      complete++;
      flip(complete);
    }
    return complete;
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
