package org.armci4j.transport.network;

import org.armci4j.transport.WordWrites;

/**
 * Words that are written one after the other behind the data of a put. A thread at the target that
 * sees one of them also sees the words before it. The last one is the signal word. The object is
 * filled anew for each call.
 */
public final class SignalWords {
  private WordWrites words;
  private long base;
  private RemoteKey key;
  private long signal;
  private long signalValue;

  /** Creates them without words. */
  public SignalWords() {}

  /**
   * Becomes the words of a call.
   *
   * @param before the words before the signal word, and whether the signal word is written like
   *     {@link NetworkEndpoint#putWordAndNotify}; read during the call
   * @param from address from which their offsets count
   * @param itsKey key of the memory that holds all words
   * @param address address of the signal word, a multiple of 8
   * @param value new value of the signal word
   */
  public void become(WordWrites before, long from, RemoteKey itsKey, long address, long value) {
    words = before;
    base = from;
    key = itsKey;
    signal = address;
    signalValue = value;
  }

  /** Returns the same words in an object that does not change with the caller's words. */
  public SignalWords copy() {
    SignalWords copy = new SignalWords();
    copy.become(words.copy(), base, key, signal, signalValue);
    return copy;
  }

  /** Forgets the caller's words. */
  public void forget() {
    words = null;
    key = null;
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
  public RemoteKey key() {
    return key;
  }

  /** Returns the bytes that a message needs besides the data: for addresses and values. */
  public int bytes() {
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
      endpoint.putWord(value(index), Long.BYTES, address(index), key);
    } else if (signalsHelper()) {
      endpoint.putWordAndNotify(signalValue, signal, key);
    } else {
      endpoint.putWord(signalValue, Long.BYTES, signal, key);
    }
  }
}
