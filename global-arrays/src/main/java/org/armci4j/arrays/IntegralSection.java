package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.ElementRandom;
import org.armci4j.arrays.kernel.IntegralLoops;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A patch of an array of whole numbers, as the target or an operand of collective operations. Made
 * by {@link IntegralArray#section}.
 *
 * <pre>{@code
 * Patch rim = Patch.at(0, 0).size(1, 100);
 * a.section(rim).fill(1);
 * a.section(rim).combine(b.section(rim), c.section(rim), (x, y) -> x * y);
 * }</pre>
 *
 * @param <A> the type of Java arrays of the elements
 */
public final class IntegralSection<A> extends ArraySection<A> {
  IntegralSection(IntegralArray<A> array, Patch patch) {
    super(array, patch);
  }

  /** Gets pieces of the own part of this section and of its operands. */
  @FunctionalInterface
  private interface IntegralPieces {
    void take(long[][] pieces, SectionWalk<IntegralView> walk);
  }

  /**
   * Gives the pieces of the own part to an action, one after the other.
   *
   * @param indexed whether the action asks for indices
   * @param purpose what happens to this section, the first of {@code sections}
   */
  private void walk(
      boolean indexed, Purpose purpose, List<IntegralSection<A>> sections, IntegralPieces action) {
    SectionWalk<IntegralView> walk = new SectionWalk<>(indexed, IntegralView::new, sections);
    long[][] pieces = new long[sections.size()][SectionWalk.PIECE];
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

  private void walk(boolean indexed, Purpose purpose, IntegralPieces action) {
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
  public void fill(long value) {
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
  public void scale(long factor) {
    array()
        .onOwnBlock(
            "scale",
            () ->
                walk(
                    false,
                    Purpose.UPDATE,
                    (pieces, walk) -> {
                      long[] values = pieces[0];
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
  public void add(long alpha, IntegralSection<A> a, long beta, IntegralSection<A> b) {
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
                        IntegralLoops.add(
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
  public void combine(IntegralSection<A> a, IntegralSection<A> b, LongBinaryOperator function) {
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
                        pieces[0][i] = function.applyAsLong(pieces[1][i], pieces[2][i]);
                      }
                    }));
  }

  /**
   * Sets each element to the second largest of those of three sections. Collective; begins and ends
   * with {@link GlobalArray#sync}.
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
  public void median(IntegralSection<A> a, IntegralSection<A> b, IntegralSection<A> c) {
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
                            IntegralLoops.median(pieces[1][i], pieces[2][i], pieces[3][i]);
                      }
                    }));
  }

  /**
   * Returns the sum of the products of the elements of this section and another one. Collective;
   * begins with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Idot_patch, NGA_Ldot_patch, NGA_Lldot_patch}.
   *
   * @param other a section of the same sizes at any place
   * @return the scalar product, the same on every rank
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, the other array is of other {@link GlobalArrays},
   *     or an array is closed
   */
  public long dot(IntegralSection<A> other) {
    requireAlike("dot", other);
    home().sync();
    long[] sum = new long[1];
    walk(
        false,
        Purpose.READ,
        List.of(this, other),
        (pieces, walk) -> sum[0] += IntegralLoops.dot(pieces[0], pieces[1], walk.count()));
    return home().collectives().allreduce(sum[0], Reduction.SUM);
  }

  /**
   * Returns the sum of all elements. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the sum, the same on every rank; 0 for a section without elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public long sum() {
    return total("sum", 0, IntegralLoops::sum, Reduction.SUM);
  }

  /**
   * Returns the smallest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the minimum, the same on every rank; {@link Long#MAX_VALUE} for a section without
   *     elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public long min() {
    return total("min", Long.MAX_VALUE, IntegralLoops::min, Reduction.MIN);
  }

  /**
   * Returns the largest element. Collective; begins with {@link GlobalArray#sync}.
   *
   * @return the maximum, the same on every rank; {@link Long#MIN_VALUE} for a section without
   *     elements
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array is closed
   */
  public long max() {
    return total("max", Long.MIN_VALUE, IntegralLoops::max, Reduction.MAX);
  }

  /** Combines the pieces of the own part by a loop, and the ranks' results by a reduction. */
  private long total(
      String operation, long none, IntegralLoops.IntegralFold fold, Reduction reduction) {
    array().requireOpen(operation);
    home().sync();
    long[] result = {none};
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
  public long reduce(long identity, LongBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    array().requireOpen("reduce");
    home().sync();
    long[] mine = {identity};
    walk(
        false,
        Purpose.READ,
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            mine[0] = function.applyAsLong(mine[0], pieces[0][i]);
          }
        });
    long[] all = new long[home().group().size()];
    home().collectives().allgather(Elements.of(mine), Elements.of(all));
    long result = identity;
    for (long one : all) {
      result = function.applyAsLong(result, one);
    }
    return result;
  }

  /**
   * Returns where the smallest element is. Collective; begins with {@link GlobalArray#sync}. Of
   * equal elements the first one in row-major order is chosen.
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
   * equal elements the first one in row-major order is chosen.
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
    long[] value = new long[1];
    long[] number = {-1};
    long[] index = new long[patch().dimensions()];
    walk(
        true,
        Purpose.READ,
        (pieces, walk) -> {
          int at = IntegralLoops.first(pieces[0], walk.count(), largest);
          long found = pieces[0][at];
          if (number[0] < 0 || IntegralLoops.precedes(found, value[0], largest)) {
            walk.index(index);
            value[0] = found;
            number[0] = array().distribution().number(index) + at;
          }
        });
    long[] values = new long[home().group().size()];
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
      long[] values, long[] numbers, int one, int other, boolean largest) {
    if (IntegralLoops.precedes(values[one], values[other], largest)) {
      return true;
    }
    return !IntegralLoops.precedes(values[other], values[one], largest)
        && numbers[one] < numbers[other];
  }

  /**
   * Gives each element that this rank owns to an action, in the order of memory. Not collective.
   *
   * @param action gets the elements
   * @throws ArmciException when the array is closed
   */
  public void forEach(IntegralAction action) {
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
  public void map(IntegralFunction function) {
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
  public void map(LongUnaryOperator function) {
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
                        pieces[0][i] = function.applyAsLong(pieces[0][i]);
                      }
                    }));
  }

  /**
   * Sets each element to a random number of a range. Collective; begins and ends with {@link
   * GlobalArray#sync}. A number depends on the seed, the range and the element's row-major number
   * in the array alone, and so not on the distribution or the patch. The numbers are uniform up to
   * a relative error of {@code (upper - lower) / 2}⁶⁴.
   *
   * <p>Source: {@code GA_Randomize}.
   *
   * @param seed the same on every rank
   * @param lower the smallest number
   * @param upper above the largest number
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the upper limit is not above the lower one, or the array is closed
   */
  public void randomize(long seed, long lower, long upper) {
    if (upper <= lower) {
      throw array()
          .refusal(
              "randomize",
              Text.format("the upper limit %d is not above the lower one, %d", upper, lower));
    }
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
                      ElementRandom.fill(pieces[0], walk.count(), seed, number, lower, upper);
                    }));
  }

  /**
   * Sets each element to the sum of the elements of another section up to it. Collective; begins
   * and ends with {@link GlobalArray#sync}. Sums wrap on overflow.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  public void scanFrom(IntegralSection<A> source) {
    scan("scanFrom", source, true);
  }

  /**
   * Sets each element to the sum of the elements of another section before it, the first element to
   * 0. Collective; begins and ends with {@link GlobalArray#sync}. Sums wrap on overflow.
   *
   * <p>Source: {@code GA_Scan_add}.
   *
   * @param source the summands, which may be this section
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the array has more than 1 dimension, the sizes differ, the source
   *     overlaps with this section at another place, an array is of other {@link GlobalArrays}, or
   *     is closed
   */
  public void exclusiveScanFrom(IntegralSection<A> source) {
    scan("exclusiveScanFrom", source, false);
  }

  private void scan(String operation, IntegralSection<A> source, boolean inclusive) {
    requireOperand(operation, source);
    requireDimensions(operation, 1);
    home().sync();
    List<IntegralSection<A>> sections = List.of(this, source);
    long[] sum = new long[1];
    walk(
        false,
        Purpose.NONE,
        sections,
        (pieces, walk) -> sum[0] = IntegralLoops.sum(sum[0], pieces[1], walk.count()));
    long[] before = new long[1];
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
                            IntegralLoops.scan(
                                before[0], pieces[1], walk.count(), inclusive, pieces[0])));
  }
}
