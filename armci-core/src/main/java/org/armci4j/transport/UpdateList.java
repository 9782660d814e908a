package org.armci4j.transport;

import org.armci4j.bootstrap.text.Text;

/**
 * Atomic updates of many words of one block, all of one kind and one width. Each names its word by
 * an offset, and a place for the word's previous value. Operands, expected and new values are the
 * words' bits, in the lower bytes.
 *
 * <p>One thread fills a list. A list grows and never shrinks, so filling it again allocates
 * nothing.
 */
public final class UpdateList {
  private static final long[] NONE = {};

  private WordChange change = WordChange.ADD;
  private int wordBytes = Long.BYTES;
  private long[] offsets = NONE;
  private long[] operands = NONE;

  /** The new values of compare-and-swaps, whose operands are the expected values. */
  private long[] values = NONE;

  private int[] places = {};
  private int count;
  private long startBytes;
  private long lastBytes;

  /** Bits that are set in any of the offsets. */
  private long offsetBits;

  private long lastPlace;

  /** Creates an empty list, which {@link #begin} makes ready. */
  public UpdateList() {}

  /**
   * Begins a list, and forgets the updates before.
   *
   * @param kind how the words change
   * @param bytes length of a word, 4 or 8
   * @param most number of updates that are added at most
   * @throws IllegalArgumentException when words have another length
   */
  public void begin(WordChange kind, int bytes, int most) {
    if (bytes != Long.BYTES && bytes != Integer.BYTES) {
      throw new IllegalArgumentException(
          Text.format("words of %d bytes are not updated atomically, but those of 4 and 8", bytes));
    }
    change = kind;
    wordBytes = bytes;
    count = 0;
    startBytes = Long.MAX_VALUE;
    lastBytes = Long.MIN_VALUE;
    offsetBits = 0;
    lastPlace = -1;
    if (most > offsets.length) {
      offsets = new long[most];
      operands = new long[most];
      places = new int[most];
    }
    if (kind == WordChange.COMPARE_AND_SWAP && values.length < offsets.length) {
      values = new long[offsets.length];
    }
  }

  /**
   * Adds an update.
   *
   * @param offset first byte of the word, from a base that each operation names
   * @param operand the update's operand
   * @param place number of the word among the results that receives the previous value
   */
  public void add(long offset, long operand, int place) {
    offsets[count] = offset;
    operands[count] = operand;
    places[count] = place;
    count++;
    startBytes = Math.min(startBytes, offset);
    lastBytes = Math.max(lastBytes, offset);
    offsetBits |= offset;
    lastPlace = Math.max(lastPlace, Integer.toUnsignedLong(place)); // no buffer has a negative one
  }

  /**
   * Adds a compare-and-swap.
   *
   * @param offset first byte of the word, from a base that each operation names
   * @param expected the value that the word must hold
   * @param value the new value in that case
   * @param place number of the word among the results that receives the previous value
   */
  public void add(long offset, long expected, long value, int place) {
    values[count] = value;
    add(offset, expected, place);
  }

  /**
   * Returns how the words change.
   *
   * @return the same for all words
   */
  public WordChange change() {
    return change;
  }

  /**
   * Returns the length of each word.
   *
   * @return 4 or 8
   */
  public int wordBytes() {
    return wordBytes;
  }

  /**
   * Returns the number of updates.
   *
   * @return from 0
   */
  public int count() {
    return count;
  }

  /**
   * Returns the number of updates for which the list has memory.
   *
   * @return from 0
   */
  public int room() {
    return offsets.length;
  }

  /**
   * Returns where a word lies.
   *
   * @param index from 0 to {@link #count} − 1
   * @return its first byte, from the base
   */
  public long offset(int index) {
    return offsets[index];
  }

  /**
   * Returns an operand.
   *
   * @param index from 0 to {@link #count} − 1
   * @return the operand, or the expected value of a compare-and-swap
   */
  public long operand(int index) {
    return operands[index];
  }

  /**
   * Returns the new value of a compare-and-swap.
   *
   * @param index from 0 to {@link #count} − 1
   * @return the new value
   */
  public long value(int index) {
    return values[index];
  }

  /**
   * Returns where a previous value goes.
   *
   * @param index from 0 to {@link #count} − 1
   * @return its first byte among the results
   */
  public long resultOffset(int index) {
    return (long) places[index] * wordBytes;
  }

  /**
   * Returns where the first of all words begins.
   *
   * @return 0 if the list is empty
   */
  public long startBytes() {
    return count == 0 ? 0 : startBytes;
  }

  /**
   * Returns where the last of all words ends.
   *
   * @return 0 if the list is empty
   */
  public long endBytes() {
    return count == 0 ? 0 : lastBytes + wordBytes;
  }

  /**
   * Returns whether all words are aligned.
   *
   * @param base the base of the offsets
   * @return true if every word begins at a multiple of its length
   */
  public boolean isAligned(long base) {
    return ((offsetBits | base) & (wordBytes - 1)) == 0;
  }

  /**
   * Returns how much memory the results need.
   *
   * @return in bytes
   */
  public long resultBytes() {
    return (lastPlace + 1) * wordBytes;
  }
}
