package org.armci4j.transport.network;

import org.armci4j.transport.WordWrites;

/**
 * Words that are written behind the data of a put, one after the other: a thread at the other side
 * that sees one of them sees those before it. The last is the signal word. Filled anew for each
 * call.
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
   * @param before those before the signal word, and whether that goes as {@link
   *     NetworkEndpoint#putWordAndNotify} writes one; read while the call goes on
   * @param from what their offsets count from
   * @param itsKey of the memory that holds all words
   * @param address of the signal word, a multiple of 8
   * @param value of the signal word
   */
  public void become(WordWrites before, long from, RemoteKey itsKey, long address, long value) {
    words = before;
    base = from;
    key = itsKey;
    signal = address;
    signalValue = value;
  }

  /** Returns the same words, which do not change with the caller's. */
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

  /** Returns how many there are before the signal word. */
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

  /** Returns the room that they need in a message with their data: addresses and values. */
  public int bytes() {
    return 2 * Long.BYTES * (count() + 2);
  }

  /** Returns how many operations {@link NetworkEndpoint#putSignal} makes at most of them. */
  public int operations() {
    return 1 + count() + (signalsHelper() ? NetworkEndpoint.NOTIFICATION : 1);
  }

  /**
   * Writes one of them by itself.
   *
   * @param index its number; that of the signal word is {@link #count}
   * @param endpoint the rank
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
