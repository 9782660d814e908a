package org.armci4j.examples.summa;

import java.util.Arrays;
import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.bootstrap.Membership;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.options.ProgramOptions;
import org.armci4j.examples.summa.Multiplication.Verification;

/**
 * Multiplies matrices by SUMMA with one-sided gets, timed with and without overlap of gets and
 * arithmetic. On request it does the same by messages.
 */
public final class Summa {
  private static final int FAILED = 1;

  /**
   * A rank checks all of its product if that takes at most this many multiplications, else a part
   * of it.
   */
  private static final long VERIFY_MULTIPLICATIONS = 1L << 28;

  private Summa() {}

  /**
   * Runs on one rank; rank 0 prints.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    int ranks = Membership.current().size();
    ProgramOptions.read("summa", SummaOptions.USAGE, args, line -> fitting(line, ranks))
        .ifPresent(options -> run(options, options.gridOf(ranks)));
  }

  /** Reads the options, and checks that they fit the ranks. */
  private static SummaOptions fitting(ProgramOptions line, int ranks) {
    SummaOptions options = SummaOptions.of(line);
    options.gridOf(ranks);
    return options;
  }

  private static void run(SummaOptions options, ProcessGrid grid) {
    boolean right;
    try (Armci armci = Armci.open();
        Collectives collectives = Collectives.of(armci);
        Blocks blocks = new Blocks(armci, options.problem(), grid)) {
      DoubleProduct product = new DoubleProduct();
      product.warmUp();
      if (armci.rank() == 0) {
        print(options, grid, armci.transportName());
      }
      Verification mine = new Verification(0, 0);
      try (Supply gets = new PanelGets(blocks, options.panelDepth())) {
        mine = mine.plus(time("", options, blocks, gets, product, collectives));
      }
      if (options.messages()) {
        try (Supply messages = new PanelMessages(blocks, options.panelDepth())) {
          mine = mine.plus(time("messages, ", options, blocks, messages, product, collectives));
        }
      }
      long compared = collectives.allreduce((long) mine.compared(), Reduction.SUM);
      long wrong = compared - collectives.allreduce((long) mine.right(), Reduction.SUM);
      right = wrong == 0;
      if (armci.rank() == 0) {
        System.out.printf(
            Locale.ROOT,
            "verification %s: %d elements of C compared with their definition, %d wrong%n",
            right ? "successful" : "FAILED",
            compared,
            wrong);
      }
    }
    if (!right) {
      System.exit(FAILED);
    }
  }

  /** Times both forms in turn and checks the product of each form's last run. */
  private static Verification time(
      String what,
      SummaOptions options,
      Blocks blocks,
      Supply supply,
      DoubleProduct product,
      Collectives collectives) {
    Multiplication multiplication =
        new Multiplication(blocks, supply, options.panelDepth(), product);
    multiplication.run(true); // touches all memory
    Verification verification = multiplication.verify(VERIFY_MULTIPLICATIONS);
    double[] withOverlap = new double[options.repetitions()];
    double[] without = new double[options.repetitions()];
    for (int i = 0; i < options.repetitions(); i++) {
      withOverlap[i] = seconds(multiplication, true, collectives);
      without[i] = seconds(multiplication, false, collectives);
    }
    if (blocks.armci().rank() == 0) {
      print(what + "with overlap", options.problem(), withOverlap);
      print(what + "without overlap", options.problem(), without);
    }
    return verification.plus(multiplication.verify(VERIFY_MULTIPLICATIONS));
  }

  /** Returns the slowest rank's time. */
  private static double seconds(
      Multiplication multiplication, boolean overlap, Collectives collectives) {
    collectives.barrier();
    long start = System.nanoTime();
    multiplication.run(overlap);
    long nanos = System.nanoTime() - start;
    return collectives.allreduce(nanos, Reduction.MAX) * 1e-9;
  }

  private static void print(SummaOptions options, ProcessGrid grid, String transport) {
    Problem problem = options.problem();
    System.out.printf(
        Locale.ROOT,
        "summa: C of %d x %d, depth %d, on %s ranks, panels of %d, transport %s%n",
        problem.rows(),
        problem.columns(),
        problem.depth(),
        grid,
        options.panelDepth(),
        transport);
  }

  private static void print(String way, Problem problem, double[] seconds) {
    Arrays.sort(seconds);
    double median = seconds[seconds.length / 2];
    System.out.printf(
        Locale.ROOT,
        "%-25s  median %.4f s, best %.4f s, %.1f GFlop/s%n",
        way,
        median,
        seconds[0],
        problem.operations() / median * 1e-9);
  }
}
