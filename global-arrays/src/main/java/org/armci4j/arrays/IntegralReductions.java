package org.armci4j.arrays;

import java.util.List;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import java.util.function.LongPredicate;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.IntegralLoops;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/** The operations of {@link IntegralSection} that only read elements. */
final class IntegralReductions {
  private IntegralReductions() {}

  static <A> long dot(IntegralSection<A> section, IntegralSection<A> other) {
    SectionChecks.requireAlike("dot", section, other);
    GlobalArrays home = section.array().home();
    home.sync();
    long[] sum = new long[1];
    IntegralWalk.run(
        false,
        Purpose.READ,
        List.of(section, other),
        (pieces, walk) -> sum[0] += IntegralLoops.dot(pieces[0], pieces[1], walk.count()));
    return home.collectives().allreduce(sum[0], Reduction.SUM);
  }

  static <A> long sum(IntegralSection<A> section) {
    return total("sum", section, 0, IntegralLoops::sum, Reduction.SUM);
  }

  static <A> long min(IntegralSection<A> section) {
    return total("min", section, Long.MAX_VALUE, IntegralLoops::min, Reduction.MIN);
  }

  static <A> long max(IntegralSection<A> section) {
    return total("max", section, Long.MIN_VALUE, IntegralLoops::max, Reduction.MAX);
  }

  /** Combines the pieces of the own part by a loop, and the ranks' results by a reduction. */
  private static <A> long total(
      String operation,
      IntegralSection<A> section,
      long none,
      IntegralLoops.IntegralFold fold,
      Reduction reduction) {
    GlobalArrays home = section.array().home();
    section.array().requireOpen(operation);
    home.sync();
    long[] result = {none};
    IntegralWalk.run(
        false,
        Purpose.READ,
        List.of(section),
        (pieces, walk) -> result[0] = fold.fold(result[0], pieces[0], walk.count()));
    return home.collectives().allreduce(result[0], reduction);
  }

  static <A> long reduce(IntegralSection<A> section, long identity, LongBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    GlobalArrays home = section.array().home();
    section.array().requireOpen("reduce");
    home.sync();
    long[] mine = {identity};
    IntegralWalk.run(
        false,
        Purpose.READ,
        List.of(section),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            mine[0] = function.applyAsLong(mine[0], pieces[0][i]);
          }
        });
    long[] all = new long[home.group().size()];
    home.collectives().allgather(Elements.of(mine), Elements.of(all));
    long result = identity;
    for (long one : all) {
      result = function.applyAsLong(result, one);
    }
    return result;
  }

  static <A> long[] minIndex(IntegralSection<A> section) {
    return select("minIndex", section, false);
  }

  static <A> long[] maxIndex(IntegralSection<A> section) {
    return select("maxIndex", section, true);
  }

  private static <A> long[] select(String operation, IntegralSection<A> section, boolean largest) {
    SectionChecks.requireElements(operation, section);
    GlobalArray<A> array = section.array();
    GlobalArrays home = array.home();
    home.sync();
    long[] value = new long[1];
    long[] number = {-1};
    long[] index = new long[array.dimensions()];
    IntegralWalk.run(
        true,
        Purpose.READ,
        List.of(section),
        (pieces, walk) -> {
          int at = IntegralLoops.first(pieces[0], walk.count(), largest);
          long found = pieces[0][at];
          walk.index(index);
          long place = array.distribution().number(index) + at;
          if (number[0] < 0 || comesFirst(found, place, value[0], number[0], largest)) {
            value[0] = found;
            number[0] = place;
          }
        });
    long[] values = new long[home.group().size()];
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
      long value, long number, long other, long otherNumber, boolean largest) {
    if (IntegralLoops.precedes(value, other, largest)) {
      return true;
    }
    return number < otherNumber && !IntegralLoops.precedes(other, value, largest);
  }

  static <A> long count(IntegralSection<A> section, LongPredicate condition) {
    Objects.requireNonNull(condition, "condition");
    GlobalArrays home = section.array().home();
    section.array().requireOpen("count");
    home.sync();
    long[] own = new long[1];
    IntegralWalk.run(
        false,
        Purpose.READ,
        List.of(section),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            own[0] += condition.test(pieces[0][i]) ? 1 : 0;
          }
        });
    return home.collectives().allreduce(own[0], Reduction.SUM);
  }

  static <A> void forEach(IntegralSection<A> section, IntegralAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("forEach");
    forEach(section, OwnParts.of(section), action);
  }

  static <A> void parallelForEach(IntegralSection<A> section, IntegralAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("parallelForEach");
    OwnParts.inParallel(section, parts -> forEach(section, parts, action));
  }

  static <A> void forEachOneSided(IntegralSection<A> section, IntegralAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("forEachOneSided");
    Patch all = section.patch();
    forEach(section, all.isEmpty() ? List.of() : List.of(all), action);
  }

  private static <A> void forEach(
      IntegralSection<A> section, Iterable<Patch> parts, IntegralAction action) {
    long[] index = new long[section.patch().dimensions()];
    IntegralWalk.run(
        true,
        Purpose.READ,
        parts,
        List.of(section),
        (pieces, walk) -> {
          walk.index(index);
          for (int i = 0; i < walk.count(); i++, index[index.length - 1]++) {
            action.accept(index, pieces[0][i]);
          }
        });
  }
}
