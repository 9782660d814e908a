package org.armci4j.examples.summa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * arithmetic, in turn. On request it does the same by messages.
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
      Verification mine;
      try (Supply gets = new PanelGets(blocks, options.panelDepth());
          Supply messages =
              options.messages() ? new PanelMessages(blocks, options.panelDepth()) : null) {
        List<TimedForm> forms = new ArrayList<>();
        addForms(forms, "", options, blocks, gets, product);
        if (messages != null) {
          addForms(forms, "messages, ", options, blocks, messages, product);
        }
        mine = time(forms, options, armci.rank() == 0, collectives);
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

  /**
   * A form of the product to be timed.
   *
   * @param seconds gets its times
   */
  private record TimedForm(
      String name, Multiplication multiplication, boolean overlap, double[] seconds) {}

  private static void addForms(
      List<TimedForm> forms,
      String what,
      SummaOptions options,
      Blocks blocks,
      Supply supply,
      DoubleProduct product) {
    Multiplication multiplication =
        new Multiplication(blocks, supply, options.panelDepth(), product);
    int repetitions = options.repetitions();
    forms.add(new TimedForm(what + "with overlap", multiplication, true, new double[repetitions]));
    forms.add(
        new TimedForm(what + "without overlap", multiplication, false, new double[repetitions]));
  }

  /** Times all forms in turn; checks the product of each form's first and last run. */
  private static Verification time(
      List<TimedForm> forms, SummaOptions options, boolean prints, Collectives collectives) {
    Verification verification = new Verification(0, 0);
    for (TimedForm form : forms) {
      form.multiplication().run(form.overlap()); // touches all memory
      verification = verification.plus(form.multiplication().verify(VERIFY_MULTIPLICATIONS));
    }
    for (int i = 0; i < options.repetitions(); i++) {
      for (TimedForm form : forms) {
        form.seconds()[i] = seconds(form.multiplication(), form.overlap(), collectives);
        if (i + 1 == options.repetitions()) {
          verification = verification.plus(form.multiplication().verify(VERIFY_MULTIPLICATIONS));
        }
      }
    }
    if (prints) {
      forms.forEach(form -> print(form.name(), options.problem(), form.seconds()));
    }
    return verification;
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
        "%-25s  median %.6f s, best %.6f s, %.1f GFlop/s%n",
        way,
        median,
        seconds[0],
        problem.operations() / median * 1e-9);
  }
}
