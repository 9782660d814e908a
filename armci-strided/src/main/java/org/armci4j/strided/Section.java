package org.armci4j.strided;

import java.util.Arrays;
import java.util.Objects;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.text.Text;

/**
 * One side of a strided transfer, in ARMCI's form: rows of {@code counts[0]} contiguous bytes;
 * {@code counts[1]} of them, {@code strides[0]} bytes apart; {@code counts[2]} groups of those,
 * {@code strides[1]} bytes apart; and so on, over any number of levels. Both sides of a transfer
 * have the same counts; their strides differ as they like. Immutable.
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
   * A section in ARMCI's form, of as many levels as there are strides.
   *
   * @param offset the first byte of the first row
   * @param strides of each level, in bytes
   * @param counts bytes of a row, then the count of each level: one more than strides
   * @return the section
   * @throws ArmciException when the numbers of strides and counts do not agree, or one is negative
   */
  public static Section of(long offset, long[] strides, long[] counts) {
    return of(offset, strides, counts, Objects.requireNonNull(strides, "strides").length);
  }

  /**
   * A section in ARMCI's form. Arrays may be longer than needed.
   *
   * @param offset the first byte of the first row
   * @param strides of each level, in bytes
   * @param counts bytes of a row, then the count of each level
   * @param levels how many strides and how many counts after the first are used
   * @return the section
   * @throws ArmciException when the arrays are too short, or a count is negative
   */
  public static Section of(long offset, long[] strides, long[] counts, int levels) {
    Objects.requireNonNull(strides, "strides");
    Objects.requireNonNull(counts, "counts");
    if (levels < 0 || strides.length < levels || counts.length < levels + 1) {
      throw new ArmciException(
          Text.format(
              "%d levels need as many strides and one count more, not %s and %s",
              levels, Arrays.toString(strides), Arrays.toString(counts)));
    }
    long[] ownStrides = Arrays.copyOf(strides, levels);
    long[] ownCounts = Arrays.copyOf(counts, levels + 1);
    if (Arrays.stream(ownCounts).anyMatch(count -> count < 0)) {
      throw new ArmciException(
          Text.format("a section of %s is negative", Arrays.toString(ownCounts)));
    }
    int hash = 31 * Arrays.hashCode(ownStrides) + Arrays.hashCode(ownCounts);
    return new Section(offset, ownStrides, ownCounts, hash);
  }

  /** The rows of a matrix, from offset 0 on. */
  static Section matrix(long rowBytes, long rows, long strideBytes) {
    return of(0, new long[] {strideBytes}, new long[] {rowBytes, rows});
  }

  /** The {@link #shapeHash} of such rows, with no section made. */
  static int matrixHash(long rowBytes, long rows, long strideBytes) {
    int strides = 31 + Long.hashCode(strideBytes);
    int counts = 31 * (31 + Long.hashCode(rowBytes)) + Long.hashCode(rows);
    return 31 * strides + counts;
  }

  /** Whether these are such rows, wherever they begin. */
  boolean isMatrix(long rowBytes, long rows, long strideBytes) {
    return strides.length == 1
        && strides[0] == strideBytes
        && counts[0] == rowBytes
        && counts[1] == rows;
  }

  /**
   * Contiguous bytes.
   *
   * @param offset the first
   * @param sizeBytes how many
   * @return a section without levels
   * @throws ArmciException when the size is negative
   */
  public static Section contiguous(long offset, long sizeBytes) {
    return of(offset, new long[0], new long[] {sizeBytes});
  }

  /**
   * A section of the same counts that lies densely, row after row: what packs another one.
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
   * The same shape elsewhere.
   *
   * @param otherOffset the first byte of the first row
   * @return a section that shares this one's arrays
   */
  public Section at(long otherOffset) {
    return new Section(otherOffset, strides, counts, shapeHash);
  }

  /**
   * Where the section begins.
   *
   * @return the first byte of the first row
   */
  public long offset() {
    return offset;
  }

  /**
   * How many levels the section has.
   *
   * @return 0 for contiguous bytes
   */
  public int levels() {
    return strides.length;
  }

  /**
   * The stride of a level.
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
   * The count of a level.
   *
   * @param level 0 for the bytes of a row, then up to {@link #levels}
   * @return bytes, or how many rows, groups of rows …
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

  /** Whether both have the same strides and counts, wherever they begin. */
  boolean sameShape(Section other) {
    return shapeHash == other.shapeHash
        && Arrays.equals(strides, other.strides)
        && Arrays.equals(counts, other.counts);
  }

  /** Whether both have the same counts: whether they can be the two sides of one transfer. */
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
