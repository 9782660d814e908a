package org.armci4j.examples.toposort;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.FormTimer;
import org.armci4j.examples.options.ProgramOptions;
import org.armci4j.examples.sparse.GraphOptions;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.examples.sparse.StreamTranspose;

/**
 * Finds an order of rows and columns in which a permuted triangular matrix is upper triangular
 * again. A row with one entry left goes to the last free place, and so does the column of that
 * entry, which is then removed from all other rows; and so on.
 *
 * <p>Source: bale, toposort.
 */
public final class TopologicalSort {
  private static final String USAGE =
      """
      Usage: toposort [OPTION VALUE]...

      Permutes rows and columns of a triangular matrix, the lower half of a graph's with a full
      diagonal, and sorts it again: by single words, and by two streams. Verifies that the result is
      a triangle, and that it took as few levels as can be.

      """
          + GraphOptions.USAGE;

  private TopologicalSort() {}

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("toposort", USAGE, args, line -> GraphOptions.of(line).lowerHalf())
        .ifPresent(TopologicalSort::run);
  }

  private static void run(GraphOptions options) {
    PermutedTriangle source = new PermutedTriangle(options.source(), options.seed());
    int levels = source.levels();
    try (Armci armci = Armci.open()) {
      SparseMatrix matrix = SparseMatrix.of(source, CyclicDeal.of(armci, source.rows()));
      SparseMatrix transposed = StreamTranspose.of(armci, matrix);
      double words = seconds(armci, new WordToposort(armci, matrix, transposed), matrix, levels);
      double streams =
          seconds(armci, new StreamToposort(armci, matrix, transposed), matrix, levels);
      long entries = Collectives.of(armci).allreduce((long) matrix.entries(), Reduction.SUM);
      if (armci.rank() == 0) {
        System.out.printf(
            Locale.ROOT,
            "%d rows with %d entries sorted in %d levels; %.3g entries per second by words, %.3g"
                + " by streams%n",
            source.rows(),
            entries,
            levels,
            entries / words,
            entries / streams);
      }
    }
  }

  /** Times a form, and checks each of its results. */
  private static double seconds(Armci armci, SortForm form, SparseMatrix matrix, int levels) {
    try (form) {
      return FormTimer.seconds(
          armci, form::sort, found -> form.order(found).require(matrix, levels));
    }
  }
}
