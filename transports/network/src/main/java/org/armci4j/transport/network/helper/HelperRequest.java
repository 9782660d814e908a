package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;

/**
 * A message to another rank's helper thread, in the native byte order, which all hosts of a job
 * share.
 *
 * <pre>
 * 0       4       8               16              24            32            40     44     48
 * +-------+-------+---------------+---------------+-------------+-------------+------+------+-----
 * | kind  | origin| number        | address there | first       | second      | code | bytes| data
 * +-------+-------+---------------+---------------+-------------+-------------+------+------+-----
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
public final class HelperRequest {
  static final int HEADER_BYTES = 48;

  private static final long KIND = 0;
  private static final long ORIGIN = 4;
  private static final long NUMBER = 8;
  private static final long ADDRESS = 16;
  private static final long FIRST = 24;
  private static final long SECOND = 32;
  private static final long CODE = 40;
  private static final long LENGTH = 44;

  /**
   * The operation that a message asks for; {@code first}, {@code second} and {@code code} depend on
   * it.
   */
  public enum Kind {
    /**
     * Adds the scaled segments of {@link PackedRuns}, whose offsets count from the address. The
     * code is the accumulation's; first and second hold the scale.
     */
    ACCUMULATE_LIST,
    /**
     * Changes a word and returns its old value; the code is that of {@link PackedUpdates}, first
     * the operand or expected value, second the new value of a compare-and-swap.
     */
    CHANGE_WORD,

    /** Adds first to a word of eight bytes; its old value is not returned. */
    ADD_LONG,
    /** Returns the value of a word; the code is its length in bytes. */
    GET_WORD,
    /**
     * Writes part of the block to the origin. First is the origin's address, second the length, the
     * code the length of the origin's key in the data.
     */
    GET,
    /** Writes the segments of {@link PackedRuns}, whose offsets count from the address. */
    PUT_LIST,
    /**
     * Writes segments of the block to the origin without gaps. First is the origin's address, the
     * code the length of its key. The data hold that key, padded to a multiple of 8 bytes, and then
     * the list as {@link PackedRuns#describe} writes it.
     */
    GET_LIST,
    /**
     * Updates words atomically, and writes their previous values to the origin without gaps. First
     * is the origin's address, second the code of {@link PackedUpdates}, the code the length of the
     * origin's key. The data hold that key, padded to a multiple of 8 bytes, and then the updates.
     */
    UPDATE_LIST,
    /** Returns 1 if the block at an address can be attached to, else 0; the data hold its key. */
    FIND,
    /**
     * Receives the messages of a list on the origin's line. The data hold the list as {@link
     * PackedRuns#describe(SegmentList, MemorySegment, long)} writes it; its offsets count from the
     * address.
     */
    ASSISTED_PUT,
    /** Sends the messages of a list on the origin's line; the data are those of an assisted put. */
    ASSISTED_GET;

    private static final Kind[] ALL = values();

    /** Returns whether the answer holds a value that the origin reads. */
    public boolean asksForValue() {
      return this == CHANGE_WORD || this == GET_WORD || this == FIND;
    }
  }

  private final MemorySegment memory;
  private long base;

  /** Creates a view of a message at an offset of some memory. */
  HelperRequest(MemorySegment memory, long base) {
    this.memory = memory;
    this.base = base;
  }

  /** Becomes the view of another message in the same memory. */
  void moveTo(long offset) {
    base = offset;
  }

  /**
   * Returns a copy of the message in memory of its own.
   *
   * @param maxBytes the longest message
   */
  HelperRequest copy(int maxBytes) {
    long lengthBytes = Math.min(maxBytes, memory.byteSize() - base);
    long[] words = new long[Math.ceilDiv((int) lengthBytes, Long.BYTES)];
    MemorySegment copy = MemorySegment.ofArray(words);
    MemorySegment.copy(memory, base, copy, 0, lengthBytes);
    return new HelperRequest(copy, 0);
  }

  void header(Kind kind, int origin, long number, long address) {
    memory.set(JAVA_INT, base + KIND, kind.ordinal());
    memory.set(JAVA_INT, base + ORIGIN, origin);
    memory.set(JAVA_LONG, base + NUMBER, number);
    memory.set(JAVA_LONG, base + ADDRESS, address);
  }

  void operands(int code, long first, long second, int lengthBytes) {
    memory.set(JAVA_INT, base + CODE, code);
    memory.set(JAVA_LONG, base + FIRST, first);
    memory.set(JAVA_LONG, base + SECOND, second);
    memory.set(JAVA_INT, base + LENGTH, lengthBytes);
  }

  /**
   * Returns the operation that the message asks for.
   *
   * @throws IllegalArgumentException when there is no such kind
   */
  Kind kind() {
    int ordinal = memory.get(JAVA_INT, base + KIND);
    if (ordinal < 0 || ordinal >= Kind.ALL.length) {
      throw new IllegalArgumentException("there is no request of kind " + ordinal);
    }
    return Kind.ALL[ordinal];
  }

  /** Returns whether the message is of this kind; false for an unknown kind. */
  boolean is(Kind kind) {
    return memory.get(JAVA_INT, base + KIND) == kind.ordinal();
  }

  int origin() {
    return memory.get(JAVA_INT, base + ORIGIN);
  }

  long number() {
    return memory.get(JAVA_LONG, base + NUMBER);
  }

  long address() {
    return memory.get(JAVA_LONG, base + ADDRESS);
  }

  int code() {
    return memory.get(JAVA_INT, base + CODE);
  }

  long first() {
    return memory.get(JAVA_LONG, base + FIRST);
  }

  long second() {
    return memory.get(JAVA_LONG, base + SECOND);
  }

  int lengthBytes() {
    return memory.get(JAVA_INT, base + LENGTH);
  }

  /**
   * Returns the key in the data, whose length is the code.
   *
   * @throws IllegalArgumentException when that length exceeds the message's memory
   */
  byte[] key() {
    int lengthBytes = code();
    if (lengthBytes < 0 || lengthBytes > memory.byteSize() - data()) {
      throw new IllegalArgumentException(
          Text.format("a request has no room for a key of %d bytes", lengthBytes));
    }
    byte[] bytes = new byte[lengthBytes];
    MemorySegment.copy(memory, JAVA_BYTE, data(), bytes, 0, bytes.length);
    return bytes;
  }

  /** Returns whether the data begin with this key, and the code is its length. */
  boolean hasKey(MemorySegment bytes) {
    long lengthBytes = bytes.byteSize();
    return code() == lengthBytes
        && lengthBytes <= memory.byteSize() - data()
        && MemorySegment.mismatch(memory, data(), data() + lengthBytes, bytes, 0, lengthBytes) < 0;
  }

  /** Returns the memory that holds the message. */
  MemorySegment memory() {
    return memory;
  }

  /** Returns the offset of its data there. */
  long data() {
    return base + HEADER_BYTES;
  }

  /**
   * Returns the accumulation that the code and the operands stand for.
   *
   * @throws IllegalArgumentException when there is no such code
   */
  ScaledSum accumulation() {
    return ScaledSum.ofCode(code(), first(), second());
  }
}
