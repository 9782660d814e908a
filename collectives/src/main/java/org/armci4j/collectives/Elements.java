package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * A run of elements somewhere in this rank's memory: what a collective reads or writes. Immutable;
 * a program that calls often keeps the object, and then nothing is allocated.
 *
 * <p>Other ranks read and write this rank's block of global memory in place, and native memory too.
 * On one host that native memory may be of any arena, if the kernel allows copies between the
 * processes; over a network it must be of a shared or automatic one. All other memory, arrays among
 * it, is copied through the collective's buffers.
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
    this.type = Objects.requireNonNull(type, "type");
    this.segment = Objects.requireNonNull(segment, "segment");
    this.offset = offset;
    this.count = count;
    this.memory = memory;
    this.readOnly = segment.isReadOnly();
    long room = segment.byteSize() - offset;
    if (offset < 0 || count < 0 || room < 0 || count > room / type.sizeBytes()) {
      throw new ArmciException(
          Text.format(
              "%d elements of type %s at offset %d are not inside memory of %d bytes",
              count, type, offset, segment.byteSize()));
    }
  }

  /**
   * Returns no elements, for a rank that has none to give or to take.
   *
   * @return the same object at every call
   */
  public static Elements none() {
    return NONE;
  }

  /**
   * Returns the elements of a whole array.
   *
   * @param array of bytes
   * @return its elements
   * @throws NullPointerException when there is no array
   */
  public static Elements of(byte[] array) {
    return of(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.BYTE);
  }

  /**
   * Returns the elements of a part of an array.
   *
   * @param array of bytes
   * @param first index of the first element
   * @param length how many elements
   * @return those elements
   * @throws ArmciException when they are not inside the array
   */
  public static Elements of(byte[] array, int first, int length) {
    return of(array).slice(first, length);
  }

  /**
   * Returns the elements of a whole array.
   *
   * @param array of ints
   * @return its elements
   * @throws NullPointerException when there is no array
   */
  public static Elements of(int[] array) {
    return of(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.INT);
  }

  /**
   * Returns the elements of a part of an array.
   *
   * @param array of ints
   * @param first index of the first element
   * @param length how many elements
   * @return those elements
   * @throws ArmciException when they are not inside the array
   */
  public static Elements of(int[] array, int first, int length) {
    return of(array).slice(first, length);
  }

  /**
   * Returns the elements of a whole array.
   *
   * @param array of longs
   * @return its elements
   * @throws NullPointerException when there is no array
   */
  public static Elements of(long[] array) {
    return of(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.LONG);
  }

  /**
   * Returns the elements of a part of an array.
   *
   * @param array of longs
   * @param first index of the first element
   * @param length how many elements
   * @return those elements
   * @throws ArmciException when they are not inside the array
   */
  public static Elements of(long[] array, int first, int length) {
    return of(array).slice(first, length);
  }

  /**
   * Returns the elements of a whole array.
   *
   * @param array of floats
   * @return its elements
   * @throws NullPointerException when there is no array
   */
  public static Elements of(float[] array) {
    return of(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.FLOAT);
  }

  /**
   * Returns the elements of a part of an array.
   *
   * @param array of floats
   * @param first index of the first element
   * @param length how many elements
   * @return those elements
   * @throws ArmciException when they are not inside the array
   */
  public static Elements of(float[] array, int first, int length) {
    return of(array).slice(first, length);
  }

  /**
   * Returns the elements of a whole array.
   *
   * @param array of doubles
   * @return its elements
   * @throws NullPointerException when there is no array
   */
  public static Elements of(double[] array) {
    return of(MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.DOUBLE);
  }

  /**
   * Returns the elements of a part of an array.
   *
   * @param array of doubles
   * @param first index of the first element
   * @param length how many elements
   * @return those elements
   * @throws ArmciException when they are not inside the array
   */
  public static Elements of(double[] array, int first, int length) {
    return of(array).slice(first, length);
  }

  /**
   * Returns the elements of a whole array of pairs, real and imaginary part in turn.
   *
   * @param array of an even length
   * @return its elements, half as many
   * @throws ArmciException when the length is odd
   */
  public static Elements ofComplex(double[] array) {
    return of(
        MemorySegment.ofArray(Objects.requireNonNull(array, "array")), ElementType.COMPLEX_DOUBLE);
  }

  /**
   * Returns the elements of a whole segment.
   *
   * @param segment heap or native memory of a whole number of elements
   * @param type of the elements
   * @return its elements
   * @throws ArmciException when the segment is no whole number of elements
   */
  public static Elements of(MemorySegment segment, ElementType type) {
    Objects.requireNonNull(type, "type");
    if (Objects.requireNonNull(segment, "segment").byteSize() % type.sizeBytes() != 0) {
      throw new ArmciException(
          Text.format(
              "%d bytes are no whole number of elements of %d bytes, as %s has",
              segment.byteSize(), type.sizeBytes(), type));
    }
    return new Elements(type, segment, 0, segment.byteSize() / type.sizeBytes(), null);
  }

  /**
   * Returns a part of a segment.
   *
   * @param segment heap or native memory
   * @param offset first byte
   * @param count how many elements
   * @param type of the elements
   * @return those elements
   * @throws ArmciException when they are not inside the segment
   */
  public static Elements of(MemorySegment segment, long offset, long count, ElementType type) {
    return new Elements(type, segment, offset, count, null);
  }

  /**
   * Returns a part of this rank's block of global memory.
   *
   * @param memory with a block of every rank that takes part
   * @param offset first byte in this rank's block; ranks may differ
   * @param count how many elements
   * @param type of the elements
   * @return those elements
   * @throws ArmciException when they are not inside the block, or the memory is freed
   */
  public static Elements of(GlobalMemory memory, long offset, long count, ElementType type) {
    return new Elements(
        type, Objects.requireNonNull(memory, "memory").local(), offset, count, memory);
  }

  /**
   * Returns some of these elements.
   *
   * @param first index of the first
   * @param length how many
   * @return those elements
   * @throws ArmciException when they are not inside these
   */
  public Elements slice(long first, long length) {
    if (first < 0 || length < 0 || length > count - first) {
      throw new ArmciException(
          Text.format("elements %d to %d are not inside %d", first, first + length, count));
    }
    return new Elements(type, segment, offset + first * type.sizeBytes(), length, memory);
  }

  /**
   * Returns the type of the elements.
   *
   * @return the type of each
   */
  public ElementType type() {
    return type;
  }

  /**
   * Returns the number of elements.
   *
   * @return from 0
   */
  public long count() {
    return count;
  }

  /**
   * Returns the length of all elements in bytes.
   *
   * @return the size in bytes
   */
  public long sizeBytes() {
    return count * type.sizeBytes();
  }

  /**
   * Returns the memory they lie in.
   *
   * @return the segment that was given, or this rank's block
   */
  public MemorySegment segment() {
    return segment;
  }

  /**
   * Returns the offset of the first element in {@link #segment}.
   *
   * @return the first byte
   */
  public long offset() {
    return offset;
  }

  /**
   * Returns the global memory they lie in.
   *
   * @return what was given, or null for an array or segment
   */
  public GlobalMemory memory() {
    return memory;
  }

  /**
   * Returns whether this thread can reach the memory: its arena is open, and this thread's or
   * anyone's.
   */
  boolean isReachable() {
    return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
  }

  boolean isReadOnly() {
    return readOnly;
  }

  @Override
  public String toString() {
    return Text.format("%d %s", count, type);
  }
}
