package org.armci4j.transport;

import java.util.Arrays;

/**
 * Words of eight bytes that are written one after the other, all into the same block: a thread that
 * sees one of them there sees those before it. Behind them comes a signal word, whose reader is one
 * of the rank's waits or, if this says so, its helper thread.
 *
 * <p>Filled by one thread, read by others only while it is not changed. It grows and never shrinks,
 * so filling it again allocates nothing. The call that starts the writes has read it when it
 * returns.
 */
public final class WordWrites {
  /** No words. Nothing may be added. */
  public static final WordWrites NONE = new WordWrites(0);

  private static final int ROOM = 4;

  private long[] offsets;
  private long[] values;
  private int count;
  private boolean signalsHelper;

  /** No words yet. */
  public WordWrites() {
    this(ROOM);
  }

  private WordWrites(int room) {
    offsets = new long[room];
    values = new long[room];
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
   * Has the signal word behind these go as {@link BlockSignals#signalHelper} writes one.
   *
   * @return this
   */
  public WordWrites signalHelper() {
    requireOwn();
    signalsHelper = true;
    return this;
  }

  /**
   * Whether the signal word behind these is for the rank's helper thread.
   *
   * @return whether {@link #signalHelper} was called
   */
  public boolean signalsHelper() {
    return signalsHelper;
  }

  /**
   * Adds a word, to be written behind those that are there.
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
   * How many words there are.
   *
   * @return 0 or more
   */
  public int count() {
    return count;
  }

  /**
   * Where a word is.
   *
   * @param index from 0 to {@link #count} − 1
   * @return its first byte in the block
   */
  public long offset(int index) {
    return offsets[index];
  }

  /**
   * What is written there.
   *
   * @param index from 0 to {@link #count} − 1
   * @return the word's new value
   */
  public long value(int index) {
    return values[index];
  }

  /**
   * The same words in a list of their own.
   *
   * @return one that does not change with this
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
