package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.armci4j.arrays.FloatingWalk.FloatingPieces;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.ComplexLoops;
import org.armci4j.arrays.kernel.Fold;
import org.armci4j.collectives.Reduction;

/**
 * The operations of {@link ComplexSection}. Pieces have the real and the imaginary part of each
 * element one after the other.
 */
final class ComplexOperations {
  private ComplexOperations() {}

  static <A> void fill(ComplexSection<A> target, Complex value) {
    Objects.requireNonNull(value, "value");
    boolean[] filled = new boolean[1];
    FloatingUpdates.update(
        "fill",
        false,
        Purpose.WRITE,
        List.of(target),
        (pieces, _) -> {
          for (int i = 0; !filled[0] && i < pieces[0].length; i += 2) {
            set(pieces[0], i, value);
          }
          filled[0] = true;
        });
  }

  static <A> void scale(ComplexSection<A> target, Complex factor) {
    Objects.requireNonNull(factor, "factor");
    FloatingUpdates.update(
        "scale",
        false,
        Purpose.UPDATE,
        List.of(target),
        (pieces, walk) ->
            ComplexLoops.scale(factor.real(), factor.imaginary(), pieces[0], walk.count()));
  }

  static <A> void add(
      ComplexSection<A> target,
      Complex alpha,
      ComplexSection<A> a,
      Complex beta,
      ComplexSection<A> b) {
    Objects.requireNonNull(alpha, "alpha");
    Objects.requireNonNull(beta, "beta");
    FloatingUpdates.update(
        "add",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b),
        (pieces, walk) -> {
          ComplexLoops.scale(alpha.real(), alpha.imaginary(), pieces[1], walk.count());
          ComplexLoops.scale(beta.real(), beta.imaginary(), pieces[2], walk.count());
          for (int i = 0; i < 2 * walk.count(); i++) {
            pieces[0][i] = pieces[1][i] + pieces[2][i];
          }
        });
  }

  static <A> void multiply(
      ComplexSection<A> target,
      Complex alpha,
      ProductFactor<A> a,
      ProductFactor<A> b,
      Complex beta) {
    Objects.requireNonNull(alpha, "alpha");
    Objects.requireNonNull(beta, "beta");
    MatrixProduct<A> product =
        new MatrixProduct<>(target, new ComplexTile<>(target.array(), alpha, beta), a, b);
    if (target.array().distribution().isCyclic()) {
      RegularCopy.run(
          target,
          ComplexTile.reads(beta),
          copy -> multiply((ComplexArray<A>) copy, alpha, a, b, beta));
    } else {
      target.array().onOwnBlock("multiply", product::run);
    }
  }

  static <A> void combine(
      ComplexSection<A> target,
      ComplexSection<A> a,
      ComplexSection<A> b,
      BinaryOperator<Complex> function) {
    Objects.requireNonNull(function, "function");
    FloatingUpdates.update(
        "combine",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b),
        (pieces, walk) -> {
          for (int i = 0; i < 2 * walk.count(); i += 2) {
            set(pieces[0], i, function.apply(at(pieces[1], i), at(pieces[2], i)));
          }
        });
  }

  static <A> void map(ComplexSection<A> target, ComplexFunction function) {
    Objects.requireNonNull(function, "function");
    long[] index = new long[target.patch().dimensions()];
    FloatingUpdates.update(
        "map",
        true,
        Purpose.UPDATE,
        List.of(target),
        (pieces, walk) -> {
          walk.index(index);
          for (int i = 0; i < 2 * walk.count(); i += 2, index[index.length - 1]++) {
            set(pieces[0], i, function.apply(index, at(pieces[0], i)));
          }
        });
  }

  static <A> Complex dot(ComplexSection<A> section, ComplexSection<A> other) {
    SectionChecks.requireAlike("dot", section, other);
    double[] sum = new double[2];
    return total(
        List.of(section, other),
        sum,
        (pieces, walk) -> ComplexLoops.dot(pieces[0], pieces[1], walk.count(), sum));
  }

  static <A> Complex sum(ComplexSection<A> section) {
    section.array().requireOpen("sum");
    double[] sum = new double[2];
    return total(
        List.of(section), sum, (pieces, walk) -> ComplexLoops.sum(pieces[0], walk.count(), sum));
  }

  /** Lets an action add the pieces of the own part to a sum, and adds the sums of the ranks. */
  private static <A> Complex total(
      List<ComplexSection<A>> sections, double[] sum, FloatingPieces action) {
    GlobalArrays home = sections.getFirst().array().home();
    home.sync();
    FloatingWalk.run(false, Purpose.READ, sections, action);
    home.collectives().allreduce(sum, Reduction.SUM);
    return at(sum, 0);
  }

  static <A> double norm(ComplexSection<A> section) {
    section.array().requireOpen("norm");
    return Math.sqrt(FloatingReductions.total(Fold.DOT, List.of(section, section), Reduction.SUM));
  }

  private static Complex at(double[] piece, int place) {
    return new Complex(piece[place], piece[place + 1]);
  }

  private static void set(double[] piece, int place, Complex value) {
    piece[place] = value.real();
    piece[place + 1] = value.imaginary();
  }
}
