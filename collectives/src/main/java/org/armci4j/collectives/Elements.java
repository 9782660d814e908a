package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.ArmciException;
import org.armci4j.GlobalMemory;

/**
 * A run of elements somewhere in this rank's memory: what a collective reads or writes. Immutable;
 * a program that calls often keeps the object, and then nothing is allocated.
 *
 * <p>An array or segment is copied through the collective's buffers. This rank's block of global
 * memory can be read by other ranks where it lies, which large transfers make use of.
 */
public final class Elements {
  private static final Elements NONE =
      new Elements(ElementType.BYTE, MemorySegment.ofArray(new byte[0]), 0, 0, null);

  private final ElementType type;
  private final MemorySegment segment;
  private final long offset;
  private final long count;
  private final GlobalMemory memory;
  private final boolean readOnly;

  private Elements(
      ElementType type, MemorySegment segment, long offset, long count, GlobalMemory memory) {
    this.type = type;
    this.segment = segment;
    this.offset = offset;
    this.count = count;
    this.memory = memory;
    this.readOnly = segment.isReadOnly();
    Objects.requireNonNull(type, "type");
    long room = segment.byteSize() - offset;
    if (offset < 0 || count < 0 || room < 0 || count > room / type.sizeBytes()) {
      throw new ArmciException(
          "%d elements of type %s at offset %d are not inside memory of %d bytes"
              .formatted(count, type, offset, segment.byteSize()));
    }
  }

  /**
   * No elements, for a rank that has none to give or to take.
   *
   * @return the same object at every call
   */
  public static Elements none() {
    return NONE;
  }

  /**
   * All of an array.
   *
   * @param array of bytes
   * @return its elements
   */
  public static Elements of(byte[] array) {
    return of(MemorySegment.ofArray(array), ElementType.BYTE);
  }

  /**
   * All of an array.
   *
   * @param array of ints
   * @return its elements
   */
  public static Elements of(int[] array) {
    return of(MemorySegment.ofArray(array), ElementType.INT);
  }

  /**
   * All of an array.
   *
   * @param array of longs
   * @return its elements
   */
  public static Elements of(long[] array) {
    return of(MemorySegment.ofArray(array), ElementType.LONG);
  }

  /**
   * All of an array.
   *
   * @param array of floats
   * @return its elements
   */
  public static Elements of(float[] array) {
    return of(MemorySegment.ofArray(array), ElementType.FLOAT);
  }

  /**
   * All of an array.
   *
   * @param array of doubles
   * @return its elements
   */
  public static Elements of(double[] array) {
    return of(MemorySegment.ofArray(array), ElementType.DOUBLE);
  }

  /**
   * All of an array of pairs, real and imaginary part in turn.
   *
   * @param array of an even length
   * @return its elements, half as many
   */
  public static Elements ofComplex(double[] array) {
    return of(MemorySegment.ofArray(array), ElementType.COMPLEX_DOUBLE);
  }

  /**
   * All of a segment.
   *
   * @param segment heap or native memory of a whole number of elements
   * @param type of the elements
   * @return its elements
   */
  public static Elements of(MemorySegment segment, ElementType type) {
    if (segment.byteSize() % type.sizeBytes() != 0) {
      throw new ArmciException(
          "%d bytes are no whole number of elements of %d bytes, as %s has"
              .formatted(segment.byteSize(), type.sizeBytes(), type));
    }
    return new Elements(type, segment, 0, segment.byteSize() / type.sizeBytes(), null);
  }

  /**
   * A part of a segment.
   *
   * @param segment heap or native memory
   * @param offset first byte
   * @param count how many elements
   * @param type of the elements
   * @return those elements
   */
  public static Elements of(MemorySegment segment, long offset, long count, ElementType type) {
    return new Elements(type, segment, offset, count, null);
  }

  /**
   * A part of this rank's block of global memory.
   *
   * @param memory with a block of every rank that takes part
   * @param offset first byte in this rank's block; ranks may differ
   * @param count how many elements
   * @param type of the elements
   * @return those elements
   */
  public static Elements of(GlobalMemory memory, long offset, long count, ElementType type) {
    return new Elements(type, memory.local(), offset, count, memory);
  }

  /**
   * Some of these elements.
   *
   * @param first index of the first
   * @param length how many
   * @return those elements
   */
  public Elements slice(long first, long length) {
    if (first < 0 || length < 0 || length > count - first) {
      throw new ArmciException(
          "elements %d to %d are not inside %d".formatted(first, first + length, count));
    }
    return new Elements(type, segment, offset + first * type.sizeBytes(), length, memory);
  }

  /**
   * What they are.
   *
   * @return the type of each
   */
  public ElementType type() {
    return type;
  }

  /**
   * How many there are.
   *
   * @return from 0
   */
  public long count() {
    return count;
  }

  /**
   * How long they are together.
   *
   * @return the size in bytes
   */
  public long sizeBytes() {
    return count * type.sizeBytes();
  }

  /**
   * The memory they lie in.
   *
   * @return the segment that was given, or this rank's block
   */
  public MemorySegment segment() {
    return segment;
  }

  /**
   * Where in {@link #segment} they begin.
   *
   * @return the first byte
   */
  public long offset() {
    return offset;
  }

  /**
   * The global memory they lie in.
   *
   * @return what was given, or null for an array or segment
   */
  public GlobalMemory memory() {
    return memory;
  }

  boolean isReadOnly() {
    return readOnly;
  }

  /** Whether both begin at the same place, as for a call in place. */
  boolean beginsWith(Elements other) {
    return this == other
        || (offset == other.offset
            && segment.address() == other.segment.address()
            && segment.heapBase().equals(other.segment.heapBase()));
  }

  @Override
  public String toString() {
    return "%d %s".formatted(count, type);
  }
}
