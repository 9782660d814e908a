package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.ElementRandom;
import org.armci4j.arrays.kernel.FloatingLoops;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A patch of an array of floating-point numbers, as the target or an operand of collective
 * operations. Made by {@link FloatingArray#section}.
 *
 * <pre>{@code
 * Patch rim = Patch.at(0, 0).size(1, 100);
 * a.section(rim).fill(1);
 * a.section(rim).combine(b.section(rim), c.section(rim), (x, y) -> x / y);
 * }</pre>
 *
 * @param <A> the type of Java arrays of the elements
 */
public final class FloatingSection<A> extends ArraySection<A> {
  FloatingSection(FloatingArray<A> array, Patch patch) {
    super(array, patch);
  }

  /** Gets pieces of the own part of this section and of its operands. */
  @FunctionalInterface
  private interface FloatingPieces {
    void take(double[][] pieces, SectionWalk<FloatingView> walk);
  }

  /**
   * Gives the pieces of the own part to an action, one after the other.
   *
   * @param indexed whether the action asks for indices
   * @param purpose what happens to this section, the first of {@code sections}
   */
  private void walk(
      boolean indexed, Purpose purpose, List<FloatingSection<A>> sections, FloatingPieces action) {
    SectionWalk<FloatingView> walk = new SectionWalk<>(indexed, FloatingView::new, sections);
    double[][] pieces = new double[sections.size()][SectionWalk.PIECE];
    if (!purpose.reads() && pieces.length > 1) {
      pieces[0] = pieces[1]; // a result takes the place of its first operand, in the first cache
    }
    while (walk.next()) {
      for (int i = purpose.reads() ? 0 : 1; i < pieces.length; i++) {
        walk.view(i).read(walk.offset(i), pieces[i], walk.count());
      }
      action.take(pieces, walk);
      if (purpose.writes()) {
        walk.view(0).write(walk.offset(0), pieces[0], walk.count());
      }
    }
  }

  private void walk(boolean indexed, Purpose purpose, FloatingPieces action) {
    walk(indexed, purpose, List.of(this), action);
  }

  /**
   * Sets all elements to a value. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Fill_patch, NGA_Zero_patch}.
   *
   * @param value the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public void fill(double value) {
    boolean[] filled = new boolean[1];
    array()
        .onOwnBlock(
            "fill",
            () ->
                walk(
                    false,
                    Purpose.WRITE,
                    (pieces, _) -> {
                      if (!filled[0]) {
                        filled[0] = true;
                        Arrays.fill(pieces[0], value);
                      }
                    }));
  }

  /**
   * Multiplies all elements by a factor. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Scale_patch}.
   *
   * @param factor the factor
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public void scale(double factor) {
    array()
        .onOwnBlock(
            "scale",
            () ->
                walk(
                    false,
                    Purpose.UPDATE,
                    (pieces, walk) -> {
                      double[] values = pieces[0];
                      for (int i = 0; i < walk.count(); i++) {
                        values[i] *= factor;
                      }
                    }));
  }

  /**
   * Sets each element to {@code alpha} times that of one section plus {@code beta} times that of
   * another. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Add_patch}.
   *
   * @param alpha factor of the first section
   * @param a the first section
   * @param beta factor of the second section
   * @param b the second section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  public void add(double alpha, FloatingSection<A> a, double beta, FloatingSection<A> b) {
    requireOperand("add", a);
    requireOperand("add", b);
    array()
        .onOwnBlock(
            "add",
            () ->
                walk(
                    false,
                    Purpose.WRITE,
                    List.of(this, a, b),
                    (pieces, walk) ->
                        FloatingLoops.add(
                            alpha, pieces[1], beta, pieces[2], walk.count(), pieces[0])));
  }

  /**
   * Sets each element to a function of those of two sections. Collective; begins and ends with
   * {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Elem_multiply_patch, GA_Elem_divide_patch, GA_Elem_maximum_patch,
   * GA_Elem_minimum_patch}.
   *
   * @param a the first section
   * @param b the second section
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  public void combine(FloatingSection<A> a, FloatingSection<A> b, DoubleBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    requireOperand("combine", a);
    requireOperand("combine", b);
    array()
        .onOwnBlock(
            "combine",
            () ->
                walk(
                    false,
                    Purpose.WRITE,
                    List.of(this, a, b),
                    (pieces, walk) -> {
                      for (int i = 0; i < walk.count(); i++) {
                        pieces[0][i] = function.applyAsDouble(pieces[1][i], pieces[2][i]);
                      }
                    }));
  }

  /**
   * Sets each element to the second largest of those of three sections. Collective; begins and ends
   * with {@link GlobalArray#sync}. Where an element is NaN, so is the result.
   *
   * <p>Source: {@code GA_Median_patch}.
   *
   * @param a the first section
   * @param b the second section
   * @param c the third section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, an operand overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  public void median(FloatingSection<A> a, FloatingSection<A> b, FloatingSection<A> c) {
    requireOperand("median", a);
    requireOperand("median", b);
    requireOperand("median", c);
    array()
        .onOwnBlock(
            "median",
            () ->
                walk(
                    false,
                    Purpose.WRITE,
                    List.of(this, a, b, c),
                    (pieces, walk) -> {
                      for (int i = 0; i < walk.count(); i++) {
                        pieces[0][i] =
                            FloatingLoops.median(pieces[1][i], pieces[2][i], pieces[3][i]);
                      }
                    }));
  }

  /**
   * Returns the sum of the products of the elements of this section and another one. Collective;
   * begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Ddot_patch, NGA_Fdot_patch}.
   *
   * @param other a section of the same sizes at any place
   * @return the scalar product, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, the other array is of other {@link GlobalArrays},
   *     or an array is closed
   */
  public double dot(FloatingSection<A> other) {
    requireAlike("dot", other);
    home().sync();
    double[] sum = new double[1];
    walk(
        false,
        Purpose.READ,
        List.of(this, other),
        (pieces, walk) -> sum[0] += FloatingLoops.dot(pieces[0], pieces[1], walk.count()));
    return home().collectives().allreduce(sum[0], Reduction.SUM);
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the sum, the same on every rank; 0 for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public double sum() {
    return total("sum", 0, FloatingLoops::sum, Reduction.SUM);
  }

  /**
   * Returns the smallest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the minimum, the same on every rank; positive infinity for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public double min() {
    return total("min", Double.POSITIVE_INFINITY, FloatingLoops::min, Reduction.MIN);
  }

  /**
   * Returns the largest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the maximum, the same on every rank; negative infinity for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public double max() {
    return total("max", Double.NEGATIVE_INFINITY, FloatingLoops::max, Reduction.MAX);
  }

  /**
   * Returns the square root of the sum of all squares. Collective; begins with {@link
   * GlobalArray#sync}.
   *
   * @return the Euclidean norm, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public double norm() {
    return Math.sqrt(dot(this));
  }

  /**
   * Returns the largest sum of absolute values of a column; of a section of 1 dimension, which is
   * one column, the sum of all absolute values. Collective; begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Norm1}.
   *
   * @return the norm, the same on every rank; NaN when an element is NaN
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 2 dimensions, or is closed
   */
  public double norm1() {
    return largestSum("norm1", 1);
  }

  /**
   * Returns the largest sum of absolute values of a row; of a section of 1 dimension, which is one
   * column, the largest absolute value. Collective; begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Norm_infinity}.
   *
   * @return the norm, the same on every rank; NaN when an element is NaN
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 2 dimensions, or is closed
   */
  public double normInfinity() {
    return largestSum("normInfinity", 0);
  }

  /**
   * Returns the largest sum over all dimensions but one, from sums of bounded number.
   *
   * @param kept the dimension that has a sum for each index; 1 sum if the array has not so many
   */
  private double largestSum(String operation, int kept) {
    requireDimensions(operation, 2);
    home().sync();
    if (patch().isEmpty()) {
      return 0;
    }
    if (kept == patch().dimensions()) {
      return largestOf(kept, 0, 1);
    }
    double result = 0;
    for (long from = patch().lower(kept); from < patch().upper(kept); from += SectionWalk.TILE) {
      int sums = (int) Math.min(SectionWalk.TILE, patch().upper(kept) - from);
      FloatingSection<A> band =
          new FloatingSection<>((FloatingArray<A>) array(), patch().band(kept, from, from + sums));
      result = Math.max(result, band.largestOf(kept, from, sums));
    }
    return result;
  }

  /** Returns the largest of some sums of all ranks. */
  private double largestOf(int kept, long first, int count) {
    double[] sums = new double[count];
    int last = patch().dimensions() - 1;
    long[] index = new long[last + 1];
    walk(
        true,
        Purpose.READ,
        (pieces, walk) -> {
          walk.index(index);
          int at = kept > last ? 0 : (int) (index[kept] - first);
          if (kept == last) {
            FloatingLoops.addAbsolutes(pieces[0], walk.count(), sums, at);
          } else {
            sums[at] = FloatingLoops.sumOfAbsolutes(sums[at], pieces[0], walk.count());
          }
        });
    home().collectives().allreduce(sums, Reduction.SUM);
    return FloatingLoops.max(0, sums, count);
  }

  /** Combines the pieces of the own part by a loop, and the ranks' results by a reduction. */
  private double total(
      String operation, double none, FloatingLoops.FloatingFold fold, Reduction reduction) {
    array().requireOpen(operation);
    home().sync();
    double[] result = {none};
    walk(
        false,
        Purpose.READ,
        (pieces, walk) -> result[0] = fold.fold(result[0], pieces[0], walk.count()));
    return home().collectives().allreduce(result[0], reduction);
  }

  /**
   * Combines all elements by a function, first within each block in the order of its memory, then
   * the results of the ranks in their order. Collective; begins with {@link GlobalArray#sync}.
   *
   * @param identity a value that changes no other one
   * @param function an associative function
   * @return the result, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public double reduce(double identity, DoubleBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    array().requireOpen("reduce");
    home().sync();
    double[] mine = {identity};
    walk(
        false,
        Purpose.READ,
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            mine[0] = function.applyAsDouble(mine[0], pieces[0][i]);
          }
        });
    double[] all = new double[home().group().size()];
    home().collectives().allgather(Elements.of(mine), Elements.of(all));
    double result = identity;
    for (double one : all) {
      result = function.applyAsDouble(result, one);
    }
    return result;
  }

  /**
   * Returns where the smallest element is. Collective; begins with {@link GlobalArray#sync}. Of
   * equal elements the first one in row-major order is chosen. As by {@link Reduction#MIN_LOC} a
   * NaN is chosen before any number, and −0.0 before 0.0.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices in the array, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the section has no element, or the array is closed
   */
  public long[] minIndex() {
    return select("minIndex", false);
  }

  /**
   * Returns where the largest element is. Collective; begins with {@link GlobalArray#sync}. Of
   * equal elements the first one in row-major order is chosen. As by {@link Reduction#MAX_LOC} a
   * NaN is chosen before any number, and 0.0 before −0.0.
   *
   * <p>Source: {@code NGA_Select_elem}.
   *
   * @return its indices in the array, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the section has no element, or the array is closed
   */
  public long[] maxIndex() {
    return select("maxIndex", true);
  }

  private long[] select(String operation, boolean largest) {
    requireElements(operation);
    home().sync();
    double[] value = new double[1];
    long[] number = {-1};
    long[] index = new long[patch().dimensions()];
    walk(
        true,
        Purpose.READ,
        (pieces, walk) -> {
          int at = FloatingLoops.first(pieces[0], walk.count(), largest);
          double found = pieces[0][at];
          if (number[0] < 0 || FloatingLoops.precedes(found, value[0], largest)) {
            walk.index(index);
            value[0] = found;
            number[0] = array().distribution().number(index) + at;
          }
        });
    double[] values = new double[home().group().size()];
    long[] numbers = new long[values.length];
    home().collectives().allgather(Elements.of(value), Elements.of(values));
    home().collectives().allgather(Elements.of(number), Elements.of(numbers));
    int best = -1;
    for (int i = 0; i < values.length; i++) {
      if (numbers[i] >= 0 && (best < 0 || comesFirst(values, numbers, i, best, largest))) {
        best = i;
      }
    }
    return array().distribution().index(numbers[best]);
  }

  private static boolean comesFirst(
      double[] values, long[] numbers, int one, int other, boolean largest) {
    if (FloatingLoops.precedes(values[one], values[other], largest)) {
      return true;
    }
    return !FloatingLoops.precedes(values[other], values[one], largest)
        && numbers[one] < numbers[other];
  }

  /**
   * Gives each element that this rank owns to an action, in the order of memory. Not collective.
   *
   * @param action gets the elements
   * @throws ArmciException when the array is closed
   */
  public void forEach(FloatingAction action) {
    Objects.requireNonNull(action, "action");
    array().requireOpen("forEach");
    long[] index = new long[patch().dimensions()];
    walk(
        true,
        Purpose.READ,
        (pieces, walk) -> {
          walk.index(index);
          for (int i = 0; i < walk.count(); i++, index[index.length - 1]++) {
            action.accept(index, pieces[0][i]);
          }
        });
  }

  /**
   * Replaces each element by a function of its indices and its value. Collective; begins and ends
   * with {@link GlobalArray#sync}.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public void map(FloatingFunction function) {
    Objects.requireNonNull(function, "function");
    long[] index = new long[patch().dimensions()];
    array()
        .onOwnBlock(
            "map",
            () ->
                walk(
                    true,
                    Purpose.UPDATE,
                    (pieces, walk) -> {
                      walk.index(index);
                      for (int i = 0; i < walk.count(); i++, index[index.length - 1]++) {
                        pieces[0][i] = function.apply(index, pieces[0][i]);
                      }
                    }));
  }

  /**
   * Replaces each element by a function of its value. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Abs_value_patch, GA_Add_constant_patch, GA_Recip_patch}.
   *
   * @param function returns the new value
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public void map(DoubleUnaryOperator function) {
    Objects.requireNonNull(function, "function");
    array()
        .onOwnBlock(
            "map",
            () ->
                walk(
                    false,
                    Purpose.UPDATE,
                    (pieces, walk) -> {
                      for (int i = 0; i < walk.count(); i++) {
                        pieces[0][i] = function.applyAsDouble(pieces[0][i]);
                      }
                    }));
  }

  /**
   * Sets each element to a random number, uniform in [0, 1). Collective; begins and ends with
   * {@link GlobalArray#sync}. A number depends on the seed, the element's row-major number in the
   * array, and the type alone, and so not on the distribution or the patch.
   *
   * <p>Source: {@code GA_Randomize}.
   *
   * @param seed the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public void randomize(long seed) {
    long[] index = new long[patch().dimensions()];
    array()
        .onOwnBlock(
            "randomize",
            () ->
                walk(
                    true,
                    Purpose.WRITE,
                    (pieces, walk) -> {
                      walk.index(index);
                      long number = array().distribution().number(index);
                      ElementRandom.fill(
                          pieces[0], walk.count(), seed, number, array().parts().kind());
                    }));
  }

  /**
   * Sets each element to the sum of the elements of another section up to it. Collective; begins
   * and ends with {@link GlobalArray#sync}. How sums are rounded depends on the distribution.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  public void scanFrom(FloatingSection<A> source) {
    scan("scanFrom", source, true);
  }

  /**
   * Sets each element to the sum of the elements of another section before it, the first element to
   * 0. Collective; begins and ends with {@link GlobalArray#sync}. How sums are rounded depends on
   * the distribution.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  public void exclusiveScanFrom(FloatingSection<A> source) {
    scan("exclusiveScanFrom", source, false);
  }

  private void scan(String operation, FloatingSection<A> source, boolean inclusive) {
    requireOperand(operation, source);
    requireDimensions(operation, 1);
    home().sync();
    List<FloatingSection<A>> sections = List.of(this, source);
    double[] sum = new double[1];
    walk(
        false,
        Purpose.NONE,
        sections,
        (pieces, walk) -> sum[0] = FloatingLoops.sum(sum[0], pieces[1], walk.count()));
    double[] before = new double[1];
    home().collectives().exscan(Elements.of(sum), Elements.of(before), Reduction.SUM);
    array()
        .onOwnBlock(
            operation,
            () ->
                walk(
                    false,
                    Purpose.WRITE,
                    sections,
                    (pieces, walk) ->
                        before[0] =
                            FloatingLoops.scan(
                                before[0], pieces[1], walk.count(), inclusive, pieces[0])));
  }
}
