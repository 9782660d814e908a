package org.armci4j.strided;

import java.util.Arrays;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * One side of a strided transfer, in ARMCI's form. A row is {@code counts[0]} contiguous bytes.
 * {@code counts[1]} rows, {@code strides[0]} bytes apart, are a group. {@code counts[2]} groups are
 * {@code strides[1]} bytes apart, and so on over any number of levels. Both sides of a transfer
 * have the same counts; their strides are independent. Immutable.
 *
 * <p>Strides may be negative, or zero on the side that is read. A count of zero makes an empty
 * section.
 *
 * <p>Source: ARMCI's {@code ARMCI_PutS}, whose strides are {@code int}s and whose levels end at 7.
 */
public final class Section {
  private final long offset;
  private final long[] strides;
  private final long[] counts;
  private final int shapeHash;

  private Section(long offset, long[] strides, long[] counts, int shapeHash) {
    this.offset = offset;
    this.strides = strides;
    this.counts = counts;
    this.shapeHash = shapeHash;
  }

  /**
   * Returns a section in ARMCI's form, with as many levels as strides.
   *
   * @param offset the first byte of the first row
   * @param strides of each level, in bytes
   * @param counts bytes of a row, then the count of each level: one more than strides
   * @return the section
   * @throws ArmciException when the numbers of strides and counts do not agree, or a count is
   *     negative
   */
  public static Section of(long offset, long[] strides, long[] counts) {
    return of(offset, strides, counts, Objects.requireNonNull(strides, "strides").length);
  }

  /**
   * Returns a section in ARMCI's form. Arrays may be longer than needed.
   *
   * @param offset the first byte of the first row
   * @param strides of each level, in bytes
   * @param counts bytes of a row, then the count of each level
   * @param levels number of strides, and of counts after the first, that are used
   * @return the section
   * @throws ArmciException when the arrays are too short, or a count is negative
   */
  public static Section of(long offset, long[] strides, long[] counts, int levels) {
    Objects.requireNonNull(strides, "strides");
    Objects.requireNonNull(counts, "counts");
    requireLevels(strides, counts, levels);
    long[] ownStrides = Arrays.copyOf(strides, levels);
    long[] ownCounts = Arrays.copyOf(counts, levels + 1);
    if (Arrays.stream(ownCounts).anyMatch(count -> count < 0)) {
      throw new ArmciException(
          Text.format("a section of %s is negative", Arrays.toString(ownCounts)));
    }
    return new Section(offset, ownStrides, ownCounts, shapeHash(strides, counts, levels));
  }

  /** Throws unless there are so many strides, and one count more. */
  static void requireLevels(long[] strides, long[] counts, int levels) {
    if (levels < 0 || strides.length < levels || counts.length < levels + 1) {
      throw new ArmciException(
          Text.format(
              "%d levels need as many strides and one count more, not %s and %s",
              levels, Arrays.toString(strides), Arrays.toString(counts)));
    }
  }

  /** Returns the {@link #shapeHash} of a section, without making it. */
  static int shapeHash(long[] strides, long[] counts, int levels) {
    int ofStrides = 1;
    int ofCounts = 31 + Long.hashCode(counts[0]);
    for (int level = 0; level < levels; level++) {
      ofStrides = 31 * ofStrides + Long.hashCode(strides[level]);
      ofCounts = 31 * ofCounts + Long.hashCode(counts[level + 1]);
    }
    return 31 * ofStrides + ofCounts;
  }

  /**
   * Returns whether this section has these strides and counts, at any offset. A loop is quicker
   * than {@link Arrays#equals} for so few numbers.
   */
  boolean isShape(long[] otherStrides, long[] otherCounts, int levels) {
    boolean same = strides.length == levels && counts[0] == otherCounts[0];
    for (int level = 0; same && level < levels; level++) {
      same = strides[level] == otherStrides[level] && counts[level + 1] == otherCounts[level + 1];
    }
    return same;
  }

  /** Returns the rows of a matrix, from offset 0 on. */
  static Section matrix(long rowBytes, long rows, long strideBytes) {
    return of(0, new long[] {strideBytes}, new long[] {rowBytes, rows});
  }

  /** Returns the {@link #shapeHash} of such rows, without making a section. */
  static int matrixHash(long rowBytes, long rows, long strideBytes) {
    int strides = 31 + Long.hashCode(strideBytes);
    int counts = 31 * (31 + Long.hashCode(rowBytes)) + Long.hashCode(rows);
    return 31 * strides + counts;
  }

  /** Returns whether this section has such rows, at any offset. */
  boolean isMatrix(long rowBytes, long rows, long strideBytes) {
    return strides.length == 1
        && strides[0] == strideBytes
        && counts[0] == rowBytes
        && counts[1] == rows;
  }

  /**
   * Returns a section of contiguous bytes.
   *
   * @param offset the first byte
   * @param sizeBytes number of bytes
   * @return a section without levels
   * @throws ArmciException when the size is negative
   */
  public static Section contiguous(long offset, long sizeBytes) {
    return of(offset, new long[0], new long[] {sizeBytes});
  }

  /**
   * Returns a dense section of the same counts, row after row, into which this one can be packed.
   *
   * @param offset the first byte
   * @return the dense section
   * @throws ArmciException when it does not fit 64 bits
   */
  public Section packed(long offset) {
    long[] dense = new long[strides.length];
    try {
      long size = counts[0];
      for (int level = 0; level < dense.length; level++) {
        dense[level] = size;
        size = Math.multiplyExact(size, counts[level + 1]);
      }
    } catch (ArithmeticException e) {
      throw new ArmciException(this + ": its size does not fit 64 bits", e);
    }
    return of(offset, dense, counts);
  }

  /**
   * Returns the same shape at another offset.
   *
   * @param otherOffset the first byte of the first row
   * @return a section that shares this one's arrays
   */
  public Section at(long otherOffset) {
    return new Section(otherOffset, strides, counts, shapeHash);
  }

  /**
   * Returns where the section begins.
   *
   * @return the first byte of the first row
   */
  public long offset() {
    return offset;
  }

  /**
   * Returns the number of levels.
   *
   * @return 0 for contiguous bytes
   */
  public int levels() {
    return strides.length;
  }

  /**
   * Returns the stride of a level.
   *
   * @param level from 0 to {@link #levels} − 1
   * @return in bytes
   * @throws ArmciException when the section has no such level
   */
  public long stride(int level) {
    requireLevel(level, strides.length - 1);
    return strides[level];
  }

  /**
   * Returns the count of a level.
   *
   * @param level 0 for the bytes of a row, then up to {@link #levels}
   * @return number of bytes, of rows, of groups of rows …
   * @throws ArmciException when the section has no such level
   */
  public long count(int level) {
    requireLevel(level, strides.length);
    return counts[level];
  }

  private void requireLevel(int level, int highest) {
    if (level < 0 || level > highest) {
      throw new ArmciException(
          Text.format("level %d is not among 0 to %d of %s", level, highest, this));
    }
  }

  /** Returns whether both have the same strides and counts, at any offsets. */
  boolean sameShape(Section other) {
    return shapeHash == other.shapeHash
        && Arrays.equals(strides, other.strides)
        && Arrays.equals(counts, other.counts);
  }

  /** Returns whether both have the same counts, and so can be the two sides of one transfer. */
  boolean sameCounts(Section other) {
    return Arrays.equals(counts, other.counts);
  }

  int shapeHash() {
    return shapeHash;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Section other && offset == other.offset && sameShape(other);
  }

  @Override
  public int hashCode() {
    return 31 * shapeHash + Long.hashCode(offset);
  }

  @Override
  public String toString() {
    return Text.format(
        "Section[offset=%d, strides=%s, counts=%s]",
        offset, Arrays.toString(strides), Arrays.toString(counts));
  }
}
