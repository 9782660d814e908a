package org.armci4j.arrays;

import java.util.Arrays;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * A rectangular part of an array: in each dimension the indices from a lower limit up to, and
 * without, an upper limit. Immutable. A program that uses a patch again and again keeps the object.
 *
 * <pre>{@code
 * Patch tile = Patch.at(64, 128).size(32, 32); // rows 64 to 95, columns 128 to 159
 * }</pre>
 *
 * <p>Source: the arrays {@code lo} and {@code hi} of Global Arrays, where {@code hi} is inclusive.
 */
public final class Patch {
  /** Stands for a number of elements that does not fit 64 bits. */
  private static final long TOO_MANY = -1;

  private final long[] lower;
  private final long[] upper;
  private final long elements;

  /** Takes the arrays as they are: nobody else may change them. */
  Patch(long[] lower, long[] upper) {
    this.lower = lower;
    this.upper = upper;
    this.elements = count();
  }

  private long count() {
    long count = 1;
    for (int d = 0; d < lower.length; d++) {
      if (extent(d) == 0) {
        return 0;
      }
      boolean fits = count != TOO_MANY && count <= Long.MAX_VALUE / extent(d);
      count = fits ? count * extent(d) : TOO_MANY;
    }
    return count;
  }

  /**
   * Returns the patch of one element, from which {@link #to} and {@link #size} make larger ones.
   *
   * @param index the element, one index a dimension
   * @return the patch of this element
   * @throws ArmciException when there is no dimension, or an index is 2⁶³ − 1
   */
  public static Patch at(long... index) {
    long[] lower = Objects.requireNonNull(index, "index").clone();
    if (lower.length == 0) {
      throw new ArmciException("a patch needs at least 1 dimension");
    }
    long[] ones = new long[lower.length];
    Arrays.fill(ones, 1);
    return sized(lower, ones);
  }

  /**
   * Returns the patch with the same first element and other upper limits.
   *
   * @param limits the first index of each dimension that is outside
   * @return the patch; empty where a limit is the lower one
   * @throws ArmciException when the number of dimensions differs, or a limit is below the lower one
   */
  public Patch to(long... limits) {
    requireDimensions("limits", Objects.requireNonNull(limits, "limits").length);
    for (int d = 0; d < lower.length; d++) {
      if (limits[d] < lower[d] || limits[d] - lower[d] < 0) {
        throw new ArmciException(
            Text.format(
                "a patch from %s cannot end at %s: dimension %d would be negative or too large",
                Arrays.toString(lower), Arrays.toString(limits), d));
      }
    }
    return new Patch(lower, limits.clone());
  }

  /**
   * Returns the patch with the same first element and other sizes.
   *
   * @param sizes number of indices in each dimension
   * @return the patch; empty where a size is 0
   * @throws ArmciException when the number of dimensions differs, or a size is negative or too
   *     large
   */
  public Patch size(long... sizes) {
    requireDimensions("sizes", Objects.requireNonNull(sizes, "sizes").length);
    return sized(lower, sizes);
  }

  /**
   * Returns the patch of the same size at another place.
   *
   * @param index its first element
   * @return the patch
   * @throws ArmciException when the number of dimensions differs, or an index is too large
   */
  public Patch movedTo(long... index) {
    requireDimensions("indices", Objects.requireNonNull(index, "index").length);
    return sized(index.clone(), sizes());
  }

  private static Patch sized(long[] lower, long[] sizes) {
    long[] upper = new long[lower.length];
    for (int d = 0; d < upper.length; d++) {
      upper[d] = lower[d] + sizes[d];
      if (sizes[d] < 0 || upper[d] < lower[d]) {
        throw new ArmciException(
            Text.format(
                "a patch from %s cannot have %d indices in dimension %d",
                Arrays.toString(lower), sizes[d], d));
      }
    }
    return new Patch(lower, upper);
  }

  private void requireDimensions(String what, int count) {
    if (count != lower.length) {
      throw new ArmciException(
          Text.format("a patch of %d dimensions has not %d %s", lower.length, count, what));
    }
  }

  /**
   * Returns the number of dimensions.
   *
   * @return at least 1
   */
  public int dimensions() {
    return lower.length;
  }

  /**
   * Returns the first index of a dimension.
   *
   * @param dimension from 0 on
   * @return the lower limit
   * @throws IndexOutOfBoundsException when there is no such dimension
   */
  public long lower(int dimension) {
    return lower[dimension];
  }

  /**
   * Returns the first index of a dimension that is outside the patch.
   *
   * @param dimension from 0 on
   * @return the upper limit
   * @throws IndexOutOfBoundsException when there is no such dimension
   */
  public long upper(int dimension) {
    return upper[dimension];
  }

  /**
   * Returns the number of indices in a dimension.
   *
   * @param dimension from 0 on
   * @return from 0
   * @throws IndexOutOfBoundsException when there is no such dimension
   */
  public long extent(int dimension) {
    return upper[dimension] - lower[dimension];
  }

  /**
   * Returns the number of elements.
   *
   * @return the product of all sizes
   * @throws ArithmeticException when it does not fit 64 bits
   */
  public long elements() {
    if (elements == TOO_MANY) {
      throw new ArithmeticException("the elements of patch " + this + " do not fit 64 bits");
    }
    return elements;
  }

  /**
   * Returns whether the patch has no element.
   *
   * @return true when a size is 0
   */
  public boolean isEmpty() {
    return elements == 0;
  }

  /**
   * Returns the elements that two patches have in common.
   *
   * @param other a patch of as many dimensions
   * @return their common part, which may be empty
   * @throws ArmciException when the number of dimensions differs
   */
  public Patch intersection(Patch other) {
    requireDimensions("dimensions", Objects.requireNonNull(other, "other").dimensions());
    long[] from = new long[lower.length];
    long[] to = new long[lower.length];
    for (int d = 0; d < from.length; d++) {
      from[d] = Math.max(lower[d], other.lower[d]);
      to[d] = Math.max(from[d], Math.min(upper[d], other.upper[d]));
    }
    return new Patch(from, to);
  }

  /** Returns the number of indices in each dimension. */
  long[] sizes() {
    long[] sizes = new long[lower.length];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = extent(d);
    }
    return sizes;
  }

  /** Returns the same elements of the transposed matrix; of 2 dimensions. */
  Patch mirrored() {
    return new Patch(new long[] {lower[1], lower[0]}, new long[] {upper[1], upper[0]});
  }

  /** Returns the part with some indices of a dimension, and all of the others. */
  Patch band(int dimension, long from, long to) {
    long[] bandLower = lower.clone();
    long[] bandUpper = upper.clone();
    bandLower[dimension] = from;
    bandUpper[dimension] = to;
    return new Patch(bandLower, bandUpper);
  }

  /** Returns whether another patch has as many dimensions, of the same sizes. */
  boolean hasSizesOf(Patch other) {
    boolean same = lower.length == other.lower.length;
    for (int d = 0; same && d < lower.length; d++) {
      same = extent(d) == other.extent(d);
    }
    return same;
  }

  /** Returns the elements that lie in a patch as these lie in another one of the same sizes. */
  Patch movedFrom(Patch from, Patch to) {
    if (from.equals(to)) {
      return this;
    }
    long[] index = new long[lower.length];
    for (int d = 0; d < index.length; d++) {
      index[d] = to.lower[d] + lower[d] - from.lower[d];
    }
    return movedTo(index);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Patch other
        && Arrays.equals(lower, other.lower)
        && Arrays.equals(upper, other.upper);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(lower) + Arrays.hashCode(upper);
  }

  /** Returns the limits for people, such as {@code [0..32, 64..96)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int d = 0; d < lower.length; d++) {
      text.append(d == 0 ? "" : ", ").append(lower[d]).append("..").append(upper[d]);
    }
    return text.append(')').toString();
  }
}
