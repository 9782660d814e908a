package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordWrites;

/**
 * Data of a put, and words that are written one after the other behind them. A thread at the target
 * that sees one of the words also sees the words before it and the data. The last one is the signal
 * word. The object is filled anew for each call.
 */
public final class SignalledData {
  private MemorySegment source;
  private long sourceOffset;
  private long remote;
  private RemoteKey key;
  private long sizeBytes;
  private WordWrites words;
  private long base;
  private RemoteKey wordKey;
  private long signal;
  private long signalValue;

  /** Creates an object without data and words. */
  public SignalledData() {}

  /**
   * Sets the data.
   *
   * @param from native or heap memory
   * @param offset first byte there
   * @param address address of the first byte at the target
   * @param itsKey key of the memory there
   * @param bytes number of bytes; 0 for words alone
   * @return this
   */
  public SignalledData data(
      MemorySegment from, long offset, long address, RemoteKey itsKey, long bytes) {
    source = from;
    sourceOffset = offset;
    remote = address;
    key = itsKey;
    sizeBytes = bytes;
    return this;
  }

  /**
   * Sets the words.
   *
   * @param before the words before the signal word, and whether the signal word is written like
   *     {@link NetworkEndpoint#putWordAndNotify}; read during the call
   * @param from address from which their offsets count
   * @param itsKey key of the memory that holds all words
   * @param address address of the signal word, a multiple of 8
   * @param value new value of the signal word
   * @return this
   */
  public SignalledData words(
      WordWrites before, long from, RemoteKey itsKey, long address, long value) {
    words = before;
    base = from;
    wordKey = itsKey;
    signal = address;
    signalValue = value;
    return this;
  }

  /** Returns an object with a copy of the words and without data. */
  public SignalledData copyOfWords() {
    return new SignalledData().words(words.copy(), base, wordKey, signal, signalValue);
  }

  /** Forgets the caller's memory and words. */
  public void forget() {
    source = null;
    key = null;
    words = null;
    wordKey = null;
  }

  /** Returns the memory that holds the data. */
  public MemorySegment source() {
    return source;
  }

  /** Returns the first byte of the data in {@link #source}. */
  public long sourceOffset() {
    return sourceOffset;
  }

  /** Returns the address of the first byte at the target. */
  public long remote() {
    return remote;
  }

  /** Returns the key of the memory that receives the data. */
  public RemoteKey key() {
    return key;
  }

  /** Returns the length of the data; 0 for words alone. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Returns the number of words before the signal word. */
  public int count() {
    return words.count();
  }

  /** Returns the address of a word before the signal word. */
  public long address(int index) {
    return base + words.offset(index);
  }

  /** Returns the value of a word before the signal word. */
  public long value(int index) {
    return words.value(index);
  }

  /** Returns the address of the signal word. */
  public long signal() {
    return signal;
  }

  /** Returns the value of the signal word. */
  public long signalValue() {
    return signalValue;
  }

  /** Returns whether the signal word notifies the other side's helper thread. */
  public boolean signalsHelper() {
    return words.signalsHelper();
  }

  /** Returns the key of the memory that holds all words. */
  public RemoteKey wordKey() {
    return wordKey;
  }

  /** Returns the bytes that a message needs besides the data: for addresses and values. */
  public int wordBytes() {
    return 2 * Long.BYTES * (count() + 2);
  }

  /**
   * Returns the most operations that {@link NetworkEndpoint#putSignal} makes of the words and their
   * data.
   */
  public int operations() {
    return 1 + count() + (signalsHelper() ? NetworkEndpoint.NOTIFICATION : 1);
  }

  /**
   * Writes one of the words as an operation of its own.
   *
   * @param index number of the word; {@link #count} for the signal word
   * @param endpoint endpoint of the target
   */
  public void write(int index, NetworkEndpoint endpoint) {
    if (index < count()) {
      endpoint.putWord(value(index), Long.BYTES, address(index), wordKey);
    } else if (signalsHelper()) {
      endpoint.putWordAndNotify(signalValue, signal, wordKey);
    } else {
      endpoint.putWord(signalValue, Long.BYTES, signal, wordKey);
    }
  }
}
