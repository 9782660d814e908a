package org.armci4j.examples.triangles;

import java.util.Arrays;
import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.FormTimer;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.options.ProgramOptions;
import org.armci4j.examples.sparse.GraphOptions;
import org.armci4j.examples.sparse.RowSource;
import org.armci4j.examples.sparse.SharedMatrix;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.examples.sparse.StarProduct;

/**
 * Counts the triangles of a graph in two forms, from the lower half of its matrix: each triangle
 * once, as three vertices in descending order.
 */
public final class TriangleCount {
  private static final String USAGE =
      """
      Usage: triangles [OPTION VALUE]...

      Counts the triangles of a graph: by gets of other ranks' rows, and by a stream of
      questions to the owners of rows. Compares the number with that of stars, which is known,
      or with a count by one rank alone.

      """
          + GraphOptions.USAGE;

  private TriangleCount() {}

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("triangles", USAGE, args, line -> GraphOptions.of(line).lowerHalf())
        .ifPresent(options -> run(options.source(), options.atOnce()));
  }

  private static void run(RowSource source, int atOnce) {
    long expected = source instanceof StarProduct stars ? stars.triangles() : count(source);
    try (Armci armci = Armci.open()) {
      SparseMatrix lower = SparseMatrix.of(source, CyclicDeal.of(armci, source.rows()));
      SharedMatrix shared = new SharedMatrix(armci, lower);
      Collectives all = Collectives.of(armci);
      double gets =
          FormTimer.seconds(
              armci,
              () ->
                  all.allreduce(
                      PulledTriangles.count(lower, shared, VirtualParts.of(armci, atOnce)),
                      Reduction.SUM),
              found -> requireSame(found, expected));
      double stream =
          FormTimer.seconds(
              armci,
              () -> all.allreduce(PushedTriangles.count(armci, all, lower), Reduction.SUM),
              found -> requireSame(found, expected));
      long edges = all.allreduce((long) lower.entries(), Reduction.SUM);
      if (armci.rank() == 0) {
        System.out.printf(
            Locale.ROOT,
            "%d vertices with %d edges have %d triangles; %.3g edges per second by gets, %.3g by a"
                + " stream%n",
            source.rows(),
            edges,
            expected,
            edges / gets,
            edges / stream);
      }
    }
  }

  private static void requireSame(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("found " + found + " triangles, not " + expected);
    }
  }

  /** Counts without other ranks: marks the smaller neighbours of a vertex, and looks at theirs. */
  static long count(RowSource source) {
    int[][] rows = new int[source.rows()][];
    Arrays.setAll(rows, source::row);
    int[] marks = new int[rows.length];
    long found = 0;
    for (int vertex = 1; vertex < rows.length; vertex++) {
      for (int neighbour : rows[vertex]) {
        marks[neighbour] = vertex;
      }
      for (int neighbour : rows[vertex]) {
        for (int third : rows[neighbour]) {
          found += marks[third] == vertex ? 1 : 0;
        }
      }
    }
    return found;
  }
}
