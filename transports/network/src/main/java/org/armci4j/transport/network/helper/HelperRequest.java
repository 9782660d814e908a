package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;

/**
 * A message to another rank's helper thread, in the native byte order: all hosts of a job have the
 * same.
 *
 * <pre>
 *   0       4       8               16              24              32              40     44     48
 *   +-------+-------+---------------+---------------+---------------+---------------+------+------+-----
 *   | kind  | origin| number        | address there | first         | second        | code | bytes| data
 *   +-------+-------+---------------+---------------+---------------+---------------+------+------+-----
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
final class HelperRequest {
  static final int HEADER_BYTES = 48;

  private static final long KIND = 0;
  private static final long ORIGIN = 4;
  private static final long NUMBER = 8;
  private static final long ADDRESS = 16;
  private static final long FIRST = 24;
  private static final long SECOND = 32;
  private static final long CODE = 40;
  private static final long LENGTH = 44;

  /** What the helper is to do; {@code first}, {@code second} and {@code code} depend on it. */
  enum Kind {
    /**
     * Add the segments of {@link PackedRuns}, whose offsets count from the address, scaled; the
     * accumulation's code and scale.
     */
    ACCUMULATE_LIST,
    /** Update a word of four bytes; the operand, and which update. */
    UPDATE_INT,
    /** Compare and swap a word of four bytes; expected and new value. */
    SWAP_INT,
    /** Update a word of eight bytes. */
    UPDATE_LONG,
    /** Compare and swap a word of eight bytes. */
    SWAP_LONG,
    /** Add to a word of eight bytes, of which nobody wants the old value. */
    ADD_LONG,
    /** Say what a word holds; its length is the code. */
    GET_WORD,
    /** Write part of the block to the origin; its address, the length, and its key in the data. */
    GET,
    /** Write the segments of {@link PackedRuns}, whose offsets count from the address. */
    PUT_LIST,
    /**
     * Write segments of the block to the origin, one behind the other; its address, and in the data
     * its key, up to 8 bytes full, and then what {@link PackedRuns#describe} writes.
     */
    GET_LIST,
    /** Say whether the block at an address can be attached to, 1 or 0; its key in the data. */
    FIND,
    /**
     * Receive the messages of a list on the origin's line; in the data what {@link
     * PackedRuns#describe(SegmentList, MemorySegment, long)} writes, whose offsets count from the
     * address.
     */
    ASSISTED_PUT,
    /** The same, to send them. */
    ASSISTED_GET;

    private static final Kind[] ALL = values();

    /** Whether the answer is a value that somebody waits for. */
    boolean asksForValue() {
      return switch (this) {
        case UPDATE_INT, SWAP_INT, UPDATE_LONG, SWAP_LONG, GET_WORD, FIND -> true;
        case ACCUMULATE_LIST, ADD_LONG, GET, PUT_LIST, GET_LIST, ASSISTED_PUT, ASSISTED_GET ->
            false;
      };
    }
  }

  private final MemorySegment memory;
  private final long base;

  /** A view of a message at an offset of some memory. */
  HelperRequest(MemorySegment memory, long base) {
    this.memory = memory;
    this.base = base;
  }

  /**
   * The same message in memory of its own.
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
   * What is asked for.
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

  /** Whether it asks for this; false for one that asks for nothing there is. */
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
   * The key in the data, of as many bytes as the code says.
   *
   * @throws IllegalArgumentException when the message has no room for so many
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

  /** What the message lies in. */
  MemorySegment memory() {
    return memory;
  }

  /** Where its data begin there. */
  long data() {
    return base + HEADER_BYTES;
  }

  /**
   * The accumulation that code and operands stand for.
   *
   * @throws IllegalArgumentException when there is no such code
   */
  ScaledSum accumulation() {
    return ScaledSum.ofCode(code(), first(), second());
  }
}
