package org.armci4j.transport;

import java.util.Arrays;

/**
 * Words of eight bytes, written one after the other into the same block. A thread that sees one of
 * them there also sees those before it. A signal word follows them. Its reader is one of the rank's
 * waits or, after {@link #signalHelper}, its helper thread.
 *
 * <p>One thread fills the list; others read it only while it does not change. It grows and never
 * shrinks, so filling it again allocates nothing. The call that starts the writes has read the list
 * when it returns.
 */
public final class WordWrites {
  /** The empty list. Nothing may be added. */
  public static final WordWrites NONE = new WordWrites(0);

  private static final int FIRST_CAPACITY = 4;

  private long[] offsets;
  private long[] values;
  private int count;
  private boolean signalsHelper;

  /** Creates an empty list. */
  public WordWrites() {
    this(FIRST_CAPACITY);
  }

  private WordWrites(int capacity) {
    offsets = new long[capacity];
    values = new long[capacity];
  }

  /**
   * Forgets all words, and that a helper thread reads the signal.
   *
   * @return this
   */
  public WordWrites clear() {
    count = 0;
    signalsHelper = false;
    return this;
  }

  /**
   * Has the signal word behind these words written like {@link BlockSignals#signalHelper}.
   *
   * @return this
   */
  public WordWrites signalHelper() {
    requireOwn();
    signalsHelper = true;
    return this;
  }

  /**
   * Returns whether the signal word behind these words is for the rank's helper thread.
   *
   * @return whether {@link #signalHelper} was called
   */
  public boolean signalsHelper() {
    return signalsHelper;
  }

  /**
   * Adds a word, to be written after the words already in the list.
   *
   * @param offset first byte in the block, a multiple of 8
   * @param value the word's new value
   * @return this
   */
  public WordWrites add(long offset, long value) {
    requireOwn();
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
    }
    offsets[count] = offset;
    values[count] = value;
    count++;
    return this;
  }

  private void requireOwn() {
    if (this == NONE) {
      throw new UnsupportedOperationException("all share this list of no words");
    }
  }

  /**
   * Returns the number of words.
   *
   * @return 0 or more
   */
  public int count() {
    return count;
  }

  /**
   * Returns where a word lies.
   *
   * @param index from 0 to {@link #count} − 1
   * @return its first byte in the block
   */
  public long offset(int index) {
    return offsets[index];
  }

  /**
   * Returns a word's new value.
   *
   * @param index from 0 to {@link #count} − 1
   * @return the word's new value
   */
  public long value(int index) {
    return values[index];
  }

  /**
   * Returns the same words in a list of their own.
   *
   * @return a list that does not change with this one
   */
  public WordWrites copy() {
    if (count == 0 && !signalsHelper) {
      return NONE;
    }
    WordWrites copy = new WordWrites(0);
    copy.offsets = Arrays.copyOf(offsets, count);
    copy.values = Arrays.copyOf(values, count);
    copy.count = count;
    copy.signalsHelper = signalsHelper;
    return copy;
  }
}
