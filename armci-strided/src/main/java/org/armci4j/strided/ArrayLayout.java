package org.armci4j.strided;

import java.util.Arrays;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Layout of an n-dimensional array in memory: row-major, the last index running fastest. {@link
 * #box} makes sections of the array. Immutable.
 *
 * <pre>{@code
 * ArrayLayout grid = ArrayLayout.of(Double.BYTES, 130, 130, 130);
 * Section face = grid.box(new long[] {1, 1, 128}, new long[] {128, 128, 1});
 * }</pre>
 */
public final class ArrayLayout {
  private final long elementBytes;
  private final long[] extents;

  /** Byte distance of neighbours in each dimension. */
  private final long[] steps;

  private final long sizeBytes;

  private ArrayLayout(long elementBytes, long[] extents) {
    this.elementBytes = elementBytes;
    this.extents = extents;
    this.steps = new long[extents.length];
    long step = elementBytes;
    for (int d = extents.length - 1; d >= 0; d--) {
      steps[d] = step;
      step = Math.multiplyExact(step, extents[d]);
    }
    this.sizeBytes = step;
  }

  /**
   * Returns the layout of an array that begins at the first byte of its buffer or block.
   *
   * @param elementBytes the size of an element, at least 1
   * @param extents number of elements in each dimension; at least 1 dimension
   * @return the layout
   * @throws ArmciException for wrong sizes, and for an array of 2⁶³ bytes or more
   */
  public static ArrayLayout of(long elementBytes, long... extents) {
    if (elementBytes < 1 || extents.length == 0 || Arrays.stream(extents).anyMatch(e -> e < 0)) {
      throw new ArmciException(
          "an array needs elements of at least 1 byte and at least 1 dimension, none negative;"
              + Text.format(" not elements of %d bytes in %s", elementBytes, text(extents)));
    }
    try {
      return new ArrayLayout(elementBytes, extents.clone());
    } catch (ArithmeticException e) {
      throw new ArmciException(
          Text.format(
              "an array of %s elements of %d bytes does not fit 64 bits",
              text(extents), elementBytes),
          e);
    }
  }

  /**
   * Returns the size of the array.
   *
   * @return in bytes
   */
  public long sizeBytes() {
    return sizeBytes;
  }

  /**
   * Returns where an element lies.
   *
   * @param index one index per dimension; the end of a dimension is allowed
   * @return its first byte
   * @throws ArmciException when an index is outside its dimension, or their number is wrong
   */
  public long offset(long... index) {
    Objects.requireNonNull(index, "index");
    requireBox(index, new long[extents.length]);
    long offset = 0;
    for (int d = 0; d < extents.length; d++) {
      offset += index[d] * steps[d];
    }
    return offset;
  }

  /**
   * Returns the section of the whole array.
   *
   * @return its section
   */
  public Section whole() {
    return box(new long[extents.length], extents);
  }

  /**
   * Returns the section of a box of the array.
   *
   * @param lower the index of its lowest corner, in each dimension
   * @param sizes number of elements in each dimension
   * @return its section
   * @throws ArmciException when the box is not inside the array
   */
  public Section box(long[] lower, long[] sizes) {
    requireBox(lower, sizes);
    int levels = extents.length - 1;
    long[] counts = new long[levels + 1];
    long[] strides = new long[levels];
    counts[0] = sizes[levels] * elementBytes;
    for (int level = 1; level <= levels; level++) {
      counts[level] = sizes[levels - level];
      strides[level - 1] = steps[levels - level];
    }
    return Section.of(offset(lower), strides, counts);
  }

  private void requireBox(long[] lower, long[] sizes) {
    Objects.requireNonNull(lower, "lower");
    Objects.requireNonNull(sizes, "sizes");
    boolean inside = lower.length == extents.length && sizes.length == extents.length;
    for (int d = 0; inside && d < extents.length; d++) {
      inside = lower[d] >= 0 && sizes[d] >= 0 && lower[d] <= extents[d] - sizes[d];
    }
    if (!inside) {
      throw new ArmciException(
          Text.format(
              "a box at %s of size %s is not inside an array of %s",
              Arrays.toString(lower), text(sizes), text(extents)));
    }
  }

  private static String text(long[] sizes) {
    return String.join(" x ", Arrays.stream(sizes).mapToObj(Long::toString).toList());
  }

  @Override
  public String toString() {
    return Text.format("ArrayLayout[%s elements of %d bytes]", text(extents), elementBytes);
  }
}
