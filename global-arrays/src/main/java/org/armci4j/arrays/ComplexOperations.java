package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
            pieces[0][i] = value.real();
            pieces[0][i + 1] = value.imaginary();
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
      ComplexOperator function) {
    Objects.requireNonNull(function, "function");
    ComplexResult result = new ComplexResult();
    FloatingUpdates.update(
        "combine",
        false,
        Purpose.WRITE,
        Arrays.asList(target, a, b),
        (pieces, walk) -> {
          double[] x = pieces[1];
          double[] y = pieces[2];
          for (int i = 0; i < 2 * walk.count(); i += 2) {
            function.apply(x[i], x[i + 1], y[i], y[i + 1], result);
            result.writeTo(pieces[0], i);
          }
        });
  }

  static void map(ComplexSection<?> target, ComplexMapping function) {
    Objects.requireNonNull(function, "function");
    ComplexResult result = new ComplexResult();
    target
        .array()
        .onOwnBlock(
            "map",
            () ->
                FloatingWalk.runIndexed(
                    Purpose.UPDATE,
                    OwnParts.of(target),
                    target,
                    (index, piece, count) -> {
                      for (int i = 0; i < 2 * count; i += 2, index[index.length - 1]++) {
                        function.apply(index, piece[i], piece[i + 1], result);
                        result.writeTo(piece, i);
                      }
                    }));
  }

  static void forEach(ComplexSection<?> section, ComplexAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("forEach");
    forEach(section, OwnParts.of(section), action);
  }

  static void forEachOneSided(ComplexSection<?> section, ComplexAction action) {
    Objects.requireNonNull(action, "action");
    section.array().requireOpen("forEachOneSided");
    Patch all = section.patch();
    forEach(section, all.isEmpty() ? List.of() : List.of(all), action);
  }

  private static void forEach(
      ComplexSection<?> section, Iterable<Patch> parts, ComplexAction action) {
    FloatingWalk.runIndexed(
        Purpose.READ,
        parts,
        section,
        (index, piece, count) -> {
          for (int i = 0; i < 2 * count; i += 2, index[index.length - 1]++) {
            action.accept(index, piece[i], piece[i + 1]);
          }
        });
  }

  static long count(ComplexSection<?> section, ComplexPredicate condition) {
    Objects.requireNonNull(condition, "condition");
    return FloatingReductions.count(
        section,
        (piece, count) -> {
          long found = 0;
          for (int i = 0; i < 2 * count; i += 2) {
            found += condition.test(piece[i], piece[i + 1]) ? 1 : 0;
          }
          return found;
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
    return new Complex(sum[0], sum[1]);
  }

  static <A> double norm(ComplexSection<A> section) {
    section.array().requireOpen("norm");
    return Math.sqrt(FloatingReductions.total(Fold.DOT, List.of(section, section), Reduction.SUM));
  }
}
