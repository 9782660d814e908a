package org.armci4j.examples.transpose;

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
import org.armci4j.examples.sparse.RowSource;
import org.armci4j.examples.sparse.SameRows;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.examples.sparse.StreamTranspose;

/** Transposes a sparse matrix in three forms. Each rank compares its rows with the source's. */
public final class Transpose {
  private static final String USAGE =
      """
      Usage: transpose [OPTION VALUE]...

      Transposes a sparse 0/1 matrix, the lower half of a graph's or that of a file: by atomics
      and single puts, by batches of words, and by a stream of entries. Compares each entry with
      those of the source.

      """
          + GraphOptions.USAGE;

  private Transpose() {}

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("transpose", USAGE, args, GraphOptions::of).ifPresent(Transpose::run);
  }

  private static void run(GraphOptions options) {
    RowSource source = options.source();
    try (Armci armci = Armci.open()) {
      SparseMatrix matrix = SparseMatrix.of(source, CyclicDeal.of(armci, source.rows()));
      SparseMatrix expected = expected(source, CyclicDeal.of(armci, source.columns()));
      VirtualParts parts = VirtualParts.of(armci, options.atOnce());
      double words;
      try (WordTranspose form = new WordTranspose(armci, matrix.columns(), parts)) {
        words = FormTimer.seconds(armci, () -> form.of(matrix), new SameRows(expected));
      }
      double batches =
          FormTimer.seconds(armci, () -> BatchTranspose.of(armci, matrix), new SameRows(expected));
      double stream =
          FormTimer.seconds(armci, () -> StreamTranspose.of(armci, matrix), new SameRows(expected));
      long entries = Collectives.of(armci).allreduce((long) matrix.entries(), Reduction.SUM);
      if (armci.rank() == 0) {
        System.out.printf(
            Locale.ROOT,
            "%d entries in %d rows and %d columns transposed; %.3g entries per second by words,"
                + " %.3g by batches, %.3g by a stream%n",
            entries,
            source.rows(),
            source.columns(),
            entries / words,
            entries / batches,
            entries / stream);
      }
    }
  }

  /** Returns this rank's rows of the transposed matrix, from all rows of the source. */
  private static SparseMatrix expected(RowSource source, CyclicDeal columns) {
    EntryList found = new EntryList();
    for (int row = 0; row < source.rows(); row++) {
      for (int column : source.row(row)) {
        if (columns.owner(column) == columns.rank()) {
          found.add(columns.place(column), row);
        }
      }
    }
    return found.toMatrix(columns, source.rows());
  }
}
