package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.network.SignalledData;

/**
 * The slots in another rank's memory in which this rank's helper thread answers that rank's
 * messages.
 *
 * <p>A slot has two words: the value, then the message's number with a status in its lowest byte.
 * They are written in this order, so a rank that reads the number with acquire may read the value.
 * A message is answered in the slot of its number.
 */
public final class ReplySlots {
  /** Size of a slot. */
  public static final int SLOT_BYTES = 16;

  static final long NUMBER_OFFSET = 8;

  /** Status: the request was carried out. */
  static final int DONE = 0;

  /** Status: the helper could not carry out the request; its rank's log says why. */
  static final int REFUSED = 1;

  private static final int STATUS_BITS = 8;

  private final NetworkEndpoint endpoint;
  private final long address;
  private final RemoteKey key;
  private final int credits;

  /** Data and the word behind them; for the thread that serves. */
  private final SignalledData answer = new SignalledData();

  /**
   * @param endpoint reaches the rank that sends the messages
   * @param address where its slots begin
   * @param key of the memory that holds them
   * @param credits the number of slots
   */
  public ReplySlots(NetworkEndpoint endpoint, long address, RemoteKey key, int credits) {
    this.endpoint = endpoint;
    this.address = address;
    this.key = key;
    this.credits = credits;
  }

  /** Returns the offset of a message's slot. */
  static long slot(long number, int credits) {
    return (number % credits) * SLOT_BYTES;
  }

  /** Returns the word that answers a message. */
  static long word(long number, int status) {
    return (number << STATUS_BITS) | status;
  }

  /** Returns the number of the message that a word answers. */
  static long number(long word) {
    return word >>> STATUS_BITS;
  }

  /** Returns the status in an answer. */
  static int status(long word) {
    return (int) word & ((1 << STATUS_BITS) - 1);
  }

  /** Returns the endpoint of the rank that sent the messages. */
  NetworkEndpoint endpoint() {
    return endpoint;
  }

  /** Answers a message that asks for no value. */
  void acknowledge(long number, int status) {
    long at = address + slot(number, credits) + NUMBER_OFFSET;
    endpoint.signal(word(number, status), at, key, true);
  }

  /**
   * Answers a message as done by data and, behind them, its word.
   *
   * @param data registered memory of this rank
   * @param offset first byte there
   * @param place where they go in the origin's memory
   * @param placeKey key of that memory
   * @param sizeBytes length of the data
   * @return the ticket of the data
   */
  long answer(
      long number,
      MemorySegment data,
      long offset,
      long place,
      RemoteKey placeKey,
      long sizeBytes) {
    long at = address + slot(number, credits) + NUMBER_OFFSET;
    answer.words(WordWrites.NONE, 0, key, at, word(number, DONE));
    return endpoint.putAwaited(answer.data(data, offset, place, placeKey, sizeBytes));
  }

  /** Answers a message as done through a line, which notifies the origin's helper thread. */
  void acknowledge(long number, ScatterLine line) {
    long at = address + slot(number, credits) + NUMBER_OFFSET;
    line.putAnswer(word(number, DONE), at, key);
  }

  /** Answers a message that asks for a value. */
  void answer(long number, long value) {
    endpoint.putWords(value, word(number, DONE), address + slot(number, credits), key);
  }
}
