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

/** The operations of {@link IntegralSection} that write elements. */
final class IntegralUpdates {
  private IntegralUpdates() {}

  /** Writes the own part of a section piece by piece, after the check of its operands. */
  private static <A> void update(
      String operation,
      boolean indexed,
      Purpose purpose,
      List<IntegralSection<A>> sections,
      IntegralWalk.IntegralPieces action) {
    IntegralSection<A> target = sections.getFirst();
    for (int i = 1; i < sections.size(); i++) {
      SectionChecks.requireOperand(operation, target, sections.get(i));
    }
    target
        .array()
        .onOwnBlock(operation, () -> IntegralWalk.run(indexed, purpose, sections, action));
  }

  static <A> void fill(IntegralSection<A> target, long value) {
    boolean[] filled = new boolean[1];
    update(
        "fill",
        false,
        Purpose.WRITE,
        List.of(target),
        (pieces, _) -> {
          if (!filled[0]) {
            filled[0] = true;
            Arrays.fill(pieces[0], value);
          }
        });
  }

  static <A> void scale(IntegralSection<A> target, long factor) {
    update(
        "scale",
        false,
        Purpose.UPDATE,
        List.of(target),
        (pieces, walk) -> {
          long[] values = pieces[0];
          for (int i = 0; i < walk.count(); i++) {
            values[i] *= factor;
          }
        });
  }

  static <A> void add(
      IntegralSection<A> target,
      long alpha,
      IntegralSection<A> a,
      long beta,
      IntegralSection<A> b) {
    update(
        "add",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b),
        (pieces, walk) ->
            IntegralLoops.add(alpha, pieces[1], beta, pieces[2], walk.count(), pieces[0]));
  }

  static <A> void combine(
      IntegralSection<A> target,
      IntegralSection<A> a,
      IntegralSection<A> b,
      LongBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    update(
        "combine",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            pieces[0][i] = function.applyAsLong(pieces[1][i], pieces[2][i]);
          }
        });
  }

  static <A> void median(
      IntegralSection<A> target, IntegralSection<A> a, IntegralSection<A> b, IntegralSection<A> c) {
    update(
        "median",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b, c),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            pieces[0][i] = IntegralLoops.median(pieces[1][i], pieces[2][i], pieces[3][i]);
          }
        });
  }

  static <A> void map(IntegralSection<A> target, IntegralFunction function) {
    Objects.requireNonNull(function, "function");
    target.array().onOwnBlock("map", () -> map(target, OwnParts.of(target), function));
  }

  static <A> void parallelMap(IntegralSection<A> target, IntegralFunction function) {
    Objects.requireNonNull(function, "function");
    target
        .array()
        .onOwnBlock(
            "parallelMap",
            () -> OwnParts.inParallel(target, parts -> map(target, parts, function)));
  }

  private static <A> void map(
      IntegralSection<A> target, Iterable<Patch> parts, IntegralFunction function) {
    long[] index = new long[target.patch().dimensions()];
    IntegralWalk.run(
        true,
        Purpose.UPDATE,
        parts,
        List.of(target),
        (pieces, walk) -> {
          walk.index(index);
          for (int i = 0; i < walk.count(); i++, index[index.length - 1]++) {
            pieces[0][i] = function.apply(index, pieces[0][i]);
          }
        });
  }

  static <A> void map(IntegralSection<A> target, LongUnaryOperator function) {
    Objects.requireNonNull(function, "function");
    update(
        "map",
        false,
        Purpose.UPDATE,
        List.of(target),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            pieces[0][i] = function.applyAsLong(pieces[0][i]);
          }
        });
  }

  static <A> void randomize(IntegralSection<A> target, long seed, long lower, long upper) {
    if (upper <= lower) {
      throw target
          .array()
          .refusal(
              "randomize",
              Text.format("the upper limit %d is not above the lower one, %d", upper, lower));
    }
    GlobalArray<A> array = target.array();
    long[] index = new long[array.dimensions()];
    update(
        "randomize",
        true,
        Purpose.WRITE,
        List.of(target),
        (pieces, walk) -> {
          walk.index(index);
          long number = array.distribution().number(index);
          ElementRandom.fill(pieces[0], walk.count(), seed, number, lower, upper);
        });
  }

  static <A> void scanFrom(IntegralSection<A> target, IntegralSection<A> source) {
    scan("scanFrom", target, source, true);
  }

  static <A> void exclusiveScanFrom(IntegralSection<A> target, IntegralSection<A> source) {
    scan("exclusiveScanFrom", target, source, false);
  }

  private static <A> void scan(
      String operation, IntegralSection<A> target, IntegralSection<A> source, boolean inclusive) {
    SectionChecks.requireOperand(operation, target, source);
    SectionChecks.requireDimensions(operation, target, 1);
    if (target.array().distribution().isCyclic()) {
      RegularCopy.run(
          target, false, copy -> scan(operation, (IntegralArray<A>) copy, source, inclusive));
      return;
    }
    GlobalArrays home = target.array().home();
    home.sync();
    List<IntegralSection<A>> sections = List.of(target, source);
    long[] sum = new long[1];
    IntegralWalk.run(
        false,
        Purpose.NONE,
        sections,
        (pieces, walk) -> sum[0] = IntegralLoops.sum(sum[0], pieces[1], walk.count()));
    long[] before = new long[1];
    home.collectives().exscan(Elements.of(sum), Elements.of(before), Reduction.SUM);
    update(
        operation,
        false,
        Purpose.WRITE,
        sections,
        (pieces, walk) ->
            before[0] =
                IntegralLoops.scan(before[0], pieces[1], walk.count(), inclusive, pieces[0]));
  }
}
