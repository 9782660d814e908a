package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.FloatingLoops;
import org.armci4j.arrays.kernel.Fold;
import org.armci4j.arrays.kernel.FoldSums;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/** The operations of {@link FloatingSection} that only read elements. */
final class FloatingReductions {
  private FloatingReductions() {}

  /** Counts elements of a piece. */
  @FunctionalInterface
  interface PieceCount {
    long in(double[] piece, int count);
  }

  static <A> double dot(FloatingSection<A> section, FloatingSection<A> other) {
    SectionChecks.requireAlike("dot", section, other);
    return total(Fold.DOT, List.of(section, other), Reduction.SUM);
  }

  static <A> double sum(FloatingSection<A> section) {
    section.array().requireOpen("sum");
    return total(Fold.SUM, List.of(section), Reduction.SUM);
  }

  static <A> double min(FloatingSection<A> section) {
    section.array().requireOpen("min");
    return total(Fold.MIN, List.of(section), Reduction.MIN);
  }

  static <A> double max(FloatingSection<A> section) {
    section.array().requireOpen("max");
    return total(Fold.MAX, List.of(section), Reduction.MAX);
  }

  /** Folds the own part, and combines the ranks' results by a reduction. */
  static double total(Fold fold, List<? extends ArraySection<?>> sections, Reduction reduction) {
    GlobalArrays home = sections.getFirst().array().home();
    home.sync();
    FoldSums sums = new FoldSums(fold);
    FloatingWalk.fold(false, sums, 0, sections, _ -> {});
    return home.collectives().allreduce(sums.take(), reduction);
  }

  static <A> StepBounds stepBounds(
      FloatingSection<A> point,
      FloatingSection<A> direction,
      FloatingSection<A> lower,
      FloatingSection<A> upper) {
    for (FloatingSection<A> other : Arrays.asList(direction, lower, upper)) {
      SectionChecks.requireAlike("stepBounds", point, other);
    }
    GlobalArrays home = point.array().home();
    home.sync();
    double far = Double.POSITIVE_INFINITY;
    double[] least = {far, far, far, 0};
    FloatingWalk.run(
        false,
        Purpose.READ,
        List.of(point, direction, lower, upper),
        (pieces, walk) -> FloatingLoops.stepBounds(pieces, walk.count(), least));
    home.collectives().allreduce(least, Reduction.MIN);
    if (least[3] < 0) {
      throw point.array().refusal("stepBounds", "an element is outside its bounds");
    }
    return new StepBounds(least[0], least[1], point.patch().isEmpty() ? far : -least[2]);
  }

  static <A> double norm(FloatingSection<A> section) {
    return Math.sqrt(dot(section, section));
  }

  static <A> double reduce(
      FloatingSection<A> section, double identity, DoubleBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    GlobalArrays home = section.array().home();
    section.array().requireOpen("reduce");
    home.sync();
    double[] mine = {identity};
    FloatingWalk.run(
        false,
        Purpose.READ,
        List.of(section),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            mine[0] = function.applyAsDouble(mine[0], pieces[0][i]);
          }
        });
    double[] all = new double[home.group().size()];
    home.collectives().allgather(Elements.of(mine), Elements.of(all));
    double result = identity;
    for (double one : all) {
      result = function.applyAsDouble(result, one);
    }
    return result;
  }

  static <A> long[] minIndex(FloatingSection<A> section) {
    return select("minIndex", section, false);
  }

  static <A> long[] maxIndex(FloatingSection<A> section) {
    return select("maxIndex", section, true);
  }

  private static <A> long[] select(String operation, FloatingSection<A> section, boolean largest) {
    SectionChecks.requireElements(operation, section);
    GlobalArray<A> array = section.array();
    GlobalArrays home = array.home();
    home.sync();
    double[] value = new double[1];
    long[] number = {-1};
    long[] index = new long[array.dimensions()];
    FloatingWalk.run(
        true,
        Purpose.READ,
        List.of(section),
        (pieces, walk) -> {
          int at = FloatingLoops.first(pieces[0], walk.count(), largest);
          double found = pieces[0][at];
          walk.index(index);
          long place = array.distribution().number(index) + at;
          if (number[0] < 0 || comesFirst(found, place, value[0], number[0], largest)) {
            value[0] = found;
            number[0] = place;
          }
        });
    double[] values = new double[home.group().size()];
    long[] numbers = new long[values.length];
    home.collectives().allgather(Elements.of(value), Elements.of(values));
    home.collectives().allgather(Elements.of(number), Elements.of(numbers));
    int best = -1;
    for (int i = 0; i < values.length; i++) {
      if (numbers[i] >= 0
          && (best < 0
              || comesFirst(values[i], numbers[i], values[best], numbers[best], largest))) {
        best = i;
      }
    }
    return array.distribution().index(numbers[best]);
  }

  /**
   * Returns whether an element is chosen before another one: of equal ones the first in the array.
   */
  private static boolean comesFirst(
      double value, long number, double other, long otherNumber, boolean largest) {
    if (FloatingLoops.precedes(value, other, largest)) {
      return true;
    }
    return number < otherNumber && !FloatingLoops.precedes(other, value, largest);
  }

  static <A> long count(FloatingSection<A> section, DoublePredicate condition) {
    Objects.requireNonNull(condition, "condition");
    return count(
        section,
        (piece, count) -> {
          long found = 0;
          for (int i = 0; i < count; i++) {
            found += condition.test(piece[i]) ? 1 : 0;
          }
          return found;
        });
  }

  /** Adds the numbers of elements that are found in the pieces of all ranks' own parts. */
  static long count(ArraySection<?> section, PieceCount counter) {
    GlobalArrays home = section.array().home();
    section.array().requireOpen("count");
    home.sync();
    long[] own = new long[1];
    FloatingWalk.run(
        false,
        Purpose.READ,
        List.of(section),
        (pieces, walk) -> own[0] += counter.in(pieces[0], walk.count()));
    return home.collectives().allreduce(own[0], Reduction.SUM);
  }

  static <A> void forEach(FloatingSection<A> section, FloatingAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("forEach");
    forEach(section, OwnParts.of(section), action);
  }

  static <A> void parallelForEach(FloatingSection<A> section, FloatingAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("parallelForEach");
    OwnParts.inParallel(section, parts -> forEach(section, parts, action));
  }

  static <A> void forEachOneSided(FloatingSection<A> section, FloatingAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("forEachOneSided");
    Patch all = section.patch();
    forEach(section, all.isEmpty() ? List.of() : List.of(all), action);
  }

  private static <A> void forEach(
      FloatingSection<A> section, Iterable<Patch> parts, FloatingAction action) {
    FloatingWalk.runIndexed(
        Purpose.READ,
        parts,
        section,
        (index, piece, count) -> {
          for (int i = 0; i < count; i++, index[index.length - 1]++) {
            action.accept(index, piece[i]);
          }
        });
  }
}
