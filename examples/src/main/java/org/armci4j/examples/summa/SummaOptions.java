package org.armci4j.examples.summa;

import java.util.Locale;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Holds the options of a run.
 *
 * @param problem the sizes
 * @param grid the ranks' layout; null for the closest to a square
 * @param panelDepth the most columns of A fetched at once
 * @param repetitions number of timings of each form
 * @param messages whether to time message passing too
 */
record SummaOptions(
    Problem problem, ProcessGrid grid, int panelDepth, int repetitions, boolean messages) {
  static final String USAGE =
      """
      Usage: summa [--size N | --size MxNxK] [--grid RxC] [--panel D] [--repetitions R]
                   [--messages]

      Multiplies A, of M x K doubles, by B, of K x N, on all ranks by SUMMA: panels of
      A and B are got from the ranks that have them, the next while this one is
      multiplied, and to compare not so. Verifies the product.

        --size MxNxK     rows of A, columns of B, columns of A; default 1024x1024x1024
        --grid RxC       rows and columns of ranks; as square as can be if not said
        --panel D        columns of A fetched at once; default 256
        --repetitions R  how often each way is timed; default 5
        --messages       times message passing too: the owner of a panel sends
                         it to the ranks that need it
        --help           print this

      Exit code: 0, or 1 when the product is wrong, or 2 for a wrong argument.\
      """;

  private static final int SIZE = 1024;
  private static final int PANEL = 256;
  private static final int LARGEST_PANEL = 1024;
  private static final int REPETITIONS = 5;

  /** Reads the options. */
  static SummaOptions of(ProgramOptions options) {
    return new SummaOptions(
        options.value("--size", new Problem(SIZE, SIZE, SIZE), SummaOptions::problem),
        options.value("--grid", null, SummaOptions::grid),
        options.number("--panel", PANEL, LARGEST_PANEL),
        options.number("--repetitions", REPETITIONS, Integer.MAX_VALUE),
        options.flag("--messages"));
  }

  /** Returns the layout for a number of ranks. */
  ProcessGrid gridOf(int ranks) {
    ProcessGrid chosen = grid == null ? ProcessGrid.of(ranks) : grid;
    if (chosen.height() * chosen.width() != ranks) {
      throw new OptionException(
          String.format(
              Locale.ROOT,
              "--grid: %s is a grid of %d ranks, not of %d",
              chosen,
              chosen.height() * chosen.width(),
              ranks));
    }
    int least = Math.max(chosen.height(), chosen.width());
    if (Math.min(problem.rows(), Math.min(problem.columns(), problem.depth())) < least) {
      throw new OptionException("--size: each must be " + least + " at least on grid " + chosen);
    }
    return chosen;
  }

  private static Problem problem(String text) {
    String[] words = text.split("x", -1);
    int rows = ProgramOptions.wholeNumber("--size", words[0], Integer.MAX_VALUE);
    if (words.length == 1) {
      return new Problem(rows, rows, rows);
    }
    if (words.length != 3) {
      throw new OptionException("--size needs N or MxNxK, not '" + text + "'");
    }
    return new Problem(
        rows,
        ProgramOptions.wholeNumber("--size", words[1], Integer.MAX_VALUE),
        ProgramOptions.wholeNumber("--size", words[2], Integer.MAX_VALUE));
  }

  private static ProcessGrid grid(String text) {
    String[] words = text.split("x", -1);
    if (words.length != 2) {
      throw new OptionException("--grid needs RxC, not '" + text + "'");
    }
    return new ProcessGrid(
        ProgramOptions.wholeNumber("--grid", words[0], 1 << 14),
        ProgramOptions.wholeNumber("--grid", words[1], 1 << 14));
  }
}
