package org.armci4j.examples.permute;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.FormTimer;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.options.ProgramOptions;
import org.armci4j.examples.sparse.EntryList;
import org.armci4j.examples.sparse.GraphOptions;
import org.armci4j.examples.sparse.RandomOrder;
import org.armci4j.examples.sparse.RowSource;
import org.armci4j.examples.sparse.SameRows;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Permutes the rows and the columns of a sparse matrix at random, in two forms. Row i becomes row
 * rowTo[i], and column j becomes column columnTo[j].
 */
public final class Permute {
  private static final String USAGE =
      """
      Usage: permute [OPTION VALUE]...

      Permutes rows and columns of a sparse 0/1 matrix, the lower half of a graph's or that of a
      file: by single gets and puts, and by two streams of entries. Each rank compares its rows
      with those that the source and the permutations give.

      """
          + GraphOptions.USAGE;

  private Permute() {}

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("permute", USAGE, args, GraphOptions::of).ifPresent(Permute::run);
  }

  private static void run(GraphOptions options) {
    RowSource source = options.source();
    int[] rowTo = RandomOrder.ofRows(source.rows(), options.seed());
    int[] columnTo = RandomOrder.ofColumns(source.columns(), options.seed());
    try (Armci armci = Armci.open()) {
      CyclicDeal rows = CyclicDeal.of(armci, source.rows());
      SparseMatrix matrix = SparseMatrix.of(source, rows);
      SparseMatrix expected = expected(source, rows, rowTo, columnTo);
      // The forms know this rank's share of each permutation alone.
      int[] ownRowTo = rows.share(rowTo);
      int[] ownColumnTo = rows.ofLength(columnTo.length).share(columnTo);
      VirtualParts parts = VirtualParts.of(armci, options.atOnce());
      double words;
      try (WordPermute form = new WordPermute(armci, rows.length(), matrix.columns(), parts)) {
        words =
            FormTimer.seconds(
                armci, () -> form.of(matrix, ownRowTo, ownColumnTo), new SameRows(expected));
      }
      double streams =
          FormTimer.seconds(
              armci,
              () -> StreamPermute.of(armci, matrix, ownRowTo, ownColumnTo),
              new SameRows(expected));
      long entries = Collectives.of(armci).allreduce((long) matrix.entries(), Reduction.SUM);
      if (armci.rank() == 0) {
        System.out.printf(
            Locale.ROOT,
            "%d entries in %d rows and %d columns permuted; %.3g entries per second by gets and"
                + " puts, %.3g by streams%n",
            entries,
            source.rows(),
            source.columns(),
            entries / words,
            entries / streams);
      }
    }
  }

  /** Returns this rank's rows of the permuted matrix, from all rows of the source. */
  private static SparseMatrix expected(
      RowSource source, CyclicDeal rows, int[] rowTo, int[] columnTo) {
    EntryList found = new EntryList();
    for (int row = 0; row < source.rows(); row++) {
      if (rows.owner(rowTo[row]) == rows.rank()) {
        for (int column : source.row(row)) {
          found.add(rows.place(rowTo[row]), columnTo[column]);
        }
      }
    }
    return found.toMatrix(rows, source.columns());
  }
}
