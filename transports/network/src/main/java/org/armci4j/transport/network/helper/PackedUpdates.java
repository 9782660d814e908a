package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;

/**
 * Updates of a list in the form of a message: one behind the other.
 *
 * <pre>
 *   0               8                         16
 *   +---------------+-------------------------+--------------------------------+
 *   | offset there  | operand, expected value | new value of a compare-and-swap |
 *   +---------------+-------------------------+--------------------------------+
 * </pre>
 */
public final class PackedUpdates {
  private static final int WIDTH_BITS = 8;

  private PackedUpdates() {}

  /** Returns the number that stands for a kind of change and the length of the words. */
  public static int code(WordChange change, int wordBytes) {
    return change.code() << WIDTH_BITS | wordBytes;
  }

  /**
   * Returns the kind of change that a code stands for.
   *
   * @throws IllegalArgumentException when there is none
   */
  static WordChange change(long code) {
    return WordChange.of((int) (code >> WIDTH_BITS));
  }

  /** Returns the length of the words that a code stands for. */
  static int wordBytes(long code) {
    return (int) code & ((1 << WIDTH_BITS) - 1);
  }

  /** Returns the bytes that an update takes in a message. */
  public static int sizeBytes(WordChange change) {
    return change == WordChange.COMPARE_AND_SWAP ? 3 * Long.BYTES : 2 * Long.BYTES;
  }

  /**
   * Writes an update into a message.
   *
   * @param list holds it
   * @param index its number there
   * @param message receives it
   * @param place first byte there, a multiple of 8
   */
  public static void write(UpdateList list, int index, MemorySegment message, long place) {
    message.set(JAVA_LONG, place, list.offset(index));
    message.set(JAVA_LONG, place + Long.BYTES, list.operand(index));
    if (list.change() == WordChange.COMPARE_AND_SWAP) {
      message.set(JAVA_LONG, place + 2 * Long.BYTES, list.value(index));
    }
  }

  /**
   * Reads the updates of a message. Their results follow each other.
   *
   * @param code of the list that was written
   * @param message holds the updates
   * @param begin first byte there
   * @param end end of the updates there
   * @param list receives them
   * @throws IllegalArgumentException when the code stands for no list
   * @throws IndexOutOfBoundsException when the message has no such bytes
   */
  static void read(long code, MemorySegment message, long begin, long end, UpdateList list) {
    WordChange change = change(code);
    int step = sizeBytes(change);
    Objects.checkFromToIndex(begin, end, message.byteSize());
    int count = (int) ((end - begin) / step);
    list.begin(change, wordBytes(code), count);
    long place = begin;
    for (int i = 0; i < count; i++) {
      long offset = message.get(JAVA_LONG, place);
      long operand = message.get(JAVA_LONG, place + Long.BYTES);
      if (change == WordChange.COMPARE_AND_SWAP) {
        list.add(offset, operand, message.get(JAVA_LONG, place + 2 * Long.BYTES), i);
      } else {
        list.add(offset, operand, i);
      }
      place += step;
    }
  }
}
