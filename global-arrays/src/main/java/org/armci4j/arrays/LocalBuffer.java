package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * The local side of a transfer: where the elements of a patch lie in the caller's own memory. That
 * is a Java array or a segment, row-major, from an element on. Leading dimensions say how large the
 * local array is that contains the elements. Immutable; the elements are the caller's own, not a
 * copy. A program that uses the same array again and again keeps the object.
 *
 * <pre>{@code
 * double[] work = new double[100 * 100];
 * array.get(Patch.at(0, 0).size(10, 20), LocalBuffer.of(work, 5, 100)); // work[5 + 100 * i + j]
 * }</pre>
 *
 * @param <A> the type of arrays, such as {@code double[]}, also for a segment of such elements
 */
@SuppressWarnings("UnusedTypeParameter") // the type of arrays keeps an int[] from a DoubleArray
public final class LocalBuffer<A> {
  private static final long[] DENSE = {};

  private final MemorySegment segment;
  private final long sizeBytes;

  /** The kind of the elements; null for a segment, which may hold any. */
  private final ElementKind kind;

  private final long from;
  private final long[] leading;

  private LocalBuffer(MemorySegment segment, ElementKind kind, long from, long[] leading) {
    this.segment = segment;
    this.sizeBytes = segment.byteSize();
    this.kind = kind;
    this.from = from;
    this.leading = leading;
    for (long one : leading) {
      if (one < 1) {
        throw new ArmciException(
            Text.format("leading dimensions are at least 1, not %s", Arrays.toString(leading)));
      }
    }
    if (from < 0) {
      throw new ArmciException(
          Text.format("a local array begins at element 0 or later, not at %d", from));
    }
  }

  /**
   * Returns the elements of an array from its first one on, without gaps.
   *
   * @param array the array
   * @param <A> its type
   * @return the local side
   * @throws ArmciException when it is no array of {@code byte}, {@code int}, {@code long}, {@code
   *     float} or {@code double}
   */
  public static <A> LocalBuffer<A> of(A array) {
    return of(array, 0, DENSE);
  }

  /**
   * Returns the elements of an array from a given one on.
   *
   * @param array the array
   * @param from the first element
   * @param leading the size of the containing array in each dimension but the first; none for
   *     elements without gaps
   * @param <A> its type
   * @return the local side
   * @throws ArmciException when it is no array of {@code byte}, {@code int}, {@code long}, {@code
   *     float} or {@code double}, for a negative start, and for a leading dimension below 1
   */
  public static <A> LocalBuffer<A> of(A array, long from, long... leading) {
    Objects.requireNonNull(leading, "leading");
    ElementKind kind = ElementKind.of(Objects.requireNonNull(array, "array"));
    if (kind == null) {
      throw new ArmciException(
          "elements of an array are bytes, ints, longs, floats or doubles, not those of "
              + array.getClass().getSimpleName());
    }
    return new LocalBuffer<>(ElementKind.segment(array), kind, from, leading.clone());
  }

  /**
   * Returns the elements of a segment from a given one on, of the type that the global array has.
   *
   * @param segment native memory or the elements of an array
   * @param from the first element, counted in elements
   * @param leading the size of the containing array in each dimension but the first; none for
   *     elements without gaps
   * @param <A> the type of arrays of such elements
   * @return the local side
   * @throws ArmciException for a negative start, and for a leading dimension below 1
   */
  public static <A> LocalBuffer<A> ofSegment(MemorySegment segment, long from, long... leading) {
    Objects.requireNonNull(segment, "segment");
    Objects.requireNonNull(leading, "leading");
    return new LocalBuffer<>(segment, null, from, leading.clone());
  }

  MemorySegment segment() {
    return segment;
  }

  /** Returns the size of the segment. */
  long sizeBytes() {
    return sizeBytes;
  }

  ElementKind kind() {
    return kind;
  }

  long from() {
    return from;
  }

  /** Returns whether the elements have no gaps, whatever the patch. */
  boolean isDense() {
    return leading.length == 0;
  }

  /** Returns the number of leading dimensions. */
  int leadingCount() {
    return leading.length;
  }

  /** Returns the size of the containing array in a dimension from 1 on. */
  long leading(int dimension) {
    return leading[dimension - 1];
  }

  @Override
  public String toString() {
    String what = kind == null ? "segment" : kind.label() + "[]";
    return Text.format(
        "LocalBuffer[%s of %d bytes, from element %d, leading %s]",
        what, sizeBytes, from, Arrays.toString(leading));
  }
}
