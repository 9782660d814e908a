package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.kernel.ElementRandom;
import org.armci4j.arrays.kernel.FloatingLoops;
import org.armci4j.arrays.kernel.Fold;
import org.armci4j.arrays.kernel.FoldSums;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/** The operations of {@link FloatingSection} that write elements. */
final class FloatingUpdates {
  private FloatingUpdates() {}

  /** Writes the own part of a section piece by piece, after the check of its operands. */
  static void update(
      String operation,
      boolean indexed,
      Purpose purpose,
      List<? extends ArraySection<?>> sections,
      FloatingWalk.FloatingPieces action) {
    ArraySection<?> target = sections.getFirst();
    for (int i = 1; i < sections.size(); i++) {
      SectionChecks.requireOperand(operation, target, sections.get(i));
    }
    target
        .array()
        .onOwnBlock(operation, () -> FloatingWalk.run(indexed, purpose, sections, action));
  }

  static <A> void fill(FloatingSection<A> target, double value) {
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

  static <A> void scale(FloatingSection<A> target, double factor) {
    update(
        "scale",
        false,
        Purpose.UPDATE,
        List.of(target),
        (pieces, walk) -> {
          double[] values = pieces[0];
          for (int i = 0; i < walk.count(); i++) {
            values[i] *= factor;
          }
        });
  }

  static <A> void add(
      FloatingSection<A> target,
      double alpha,
      FloatingSection<A> a,
      double beta,
      FloatingSection<A> b) {
    update(
        "add",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b),
        (pieces, walk) ->
            FloatingLoops.add(alpha, pieces[1], beta, pieces[2], walk.count(), pieces[0]));
  }

  static <A> void combine(
      FloatingSection<A> target,
      FloatingSection<A> a,
      FloatingSection<A> b,
      DoubleBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    update(
        "combine",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            pieces[0][i] = function.applyAsDouble(pieces[1][i], pieces[2][i]);
          }
        });
  }

  static <A> void median(
      FloatingSection<A> target, FloatingSection<A> a, FloatingSection<A> b, FloatingSection<A> c) {
    update(
        "median",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b, c),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            pieces[0][i] = FloatingLoops.median(pieces[1][i], pieces[2][i], pieces[3][i]);
          }
        });
  }

  static <A> void map(FloatingSection<A> target, FloatingFunction function) {
    Objects.requireNonNull(function, "function");
    target.array().onOwnBlock("map", () -> map(target, OwnParts.of(target), function));
  }

  static <A> void parallelMap(FloatingSection<A> target, FloatingFunction function) {
    Objects.requireNonNull(function, "function");
    target
        .array()
        .onOwnBlock(
            "parallelMap",
            () -> OwnParts.inParallel(target, parts -> map(target, parts, function)));
  }

  private static <A> void map(
      FloatingSection<A> target, Iterable<Patch> parts, FloatingFunction function) {
    FloatingWalk.runIndexed(
        Purpose.UPDATE,
        parts,
        target,
        (index, piece, count) -> {
          for (int i = 0; i < count; i++, index[index.length - 1]++) {
            piece[i] = function.apply(index, piece[i]);
          }
        });
  }

  static <A> void map(FloatingSection<A> target, DoubleUnaryOperator function) {
    Objects.requireNonNull(function, "function");
    update(
        "map",
        false,
        Purpose.UPDATE,
        List.of(target),
        (pieces, walk) -> {
          for (int i = 0; i < walk.count(); i++) {
            pieces[0][i] = function.applyAsDouble(pieces[0][i]);
          }
        });
  }

  /** Sets the numbers of each element, which a complex one has two of. */
  static void randomize(ArraySection<?> target, long seed) {
    GlobalArray<?> array = target.array();
    ElementKind kind = array.parts().kind();
    int numbers = kind.numbers();
    array.onOwnBlock(
        "randomize",
        () ->
            FloatingWalk.runIndexed(
                Purpose.WRITE,
                OwnParts.of(target),
                target,
                (index, piece, count) -> {
                  long first = numbers * array.distribution().number(index);
                  ElementRandom.fill(piece, numbers * count, seed, first, kind.number());
                }));
  }

  static <A> void scanFrom(FloatingSection<A> target, FloatingSection<A> source) {
    scan("scanFrom", target, source, true);
  }

  static <A> void exclusiveScanFrom(FloatingSection<A> target, FloatingSection<A> source) {
    scan("exclusiveScanFrom", target, source, false);
  }

  private static <A> void scan(
      String operation, FloatingSection<A> target, FloatingSection<A> source, boolean inclusive) {
    SectionChecks.requireOperand(operation, target, source);
    SectionChecks.requireDimensions(operation, target, 1);
    if (target.array().distribution().isCyclic()) {
      RegularCopy.run(
          target, false, copy -> scan(operation, (FloatingArray<A>) copy, source, inclusive));
      return;
    }
    GlobalArrays home = target.array().home();
    home.sync();
    List<FloatingSection<A>> sections = List.of(target, source);
    FoldSums sums = new FoldSums(Fold.SUM);
    FloatingWalk.fold(false, sums, 1, sections, _ -> {});
    double[] sum = {sums.take()};
    double[] before = new double[1];
    home.collectives().exscan(Elements.of(sum), Elements.of(before), Reduction.SUM);
    update(
        operation,
        false,
        Purpose.WRITE,
        sections,
        (pieces, walk) ->
            before[0] =
                FloatingLoops.scan(before[0], pieces[1], walk.count(), inclusive, pieces[0]));
  }
}
