package org.armci4j.examples.mg;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.checkpoint.Checkpoints;
import org.armci4j.checkpoint.PartnerCopies;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.Epochs;
import org.armci4j.examples.mg.kernel.RowKernels;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Runs MG of the NAS Parallel Benchmarks 3: multigrid on a periodic cube divided among the ranks,
 * which exchange their boundaries by one-sided puts with signals. On request it solves the same
 * problem by messages too.
 *
 * <p>Source: Bailey et al., "The NAS Parallel Benchmarks", NASA report RNR-94-007 (1994), section
 * 2.2, as NPB 3 refines it.
 */
public final class Mg {
  private static final int FAILED = 1;

  /** How often each form is timed at least when there are two. */
  private static final int REPETITIONS = 3;

  private static final int MOST_REPETITIONS = 21;

  /** Time that the runs of a form last together: chance decides a run of a few milliseconds. */
  private static final double TIMED_SECONDS = 0.5;

  private final MgOptions options;
  private final RankGrid ranks;
  private final boolean showProgress;

  /** Keeps the solution of this process until a failed rank is replaced. */
  private final PartnerCopies copies;

  private Mg(MgOptions options, RankGrid ranks, boolean showProgress, PartnerCopies copies) {
    this.options = options;
    this.ranks = ranks;
    this.showProgress = showProgress;
    this.copies = copies;
  }

  /**
   * Runs on one rank; rank 0 prints.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("mg", MgOptions.USAGE, args, Mg::fitting)
        .ifPresent(
            options -> {
              Membership self = Membership.current();
              run(
                  options,
                  RankGrid.of(self.size(), self.rank()),
                  self.rank() == 0 && self.terminal());
            });
  }

  /** Reads the options, and checks that they fit the ranks and the job. */
  private static MgOptions fitting(ProgramOptions line) {
    Membership self = Membership.current();
    MgOptions options = MgOptions.of(line);
    checkFits(options.problem(), RankGrid.of(self.size(), self.rank()));
    if (ArmciSettings.builder().resolve().get(BootstrapSettings.ON_FAILURE) == OnFailure.CONTINUE) {
      throw new OptionException(
          "it cannot go on without a failed rank (--on-failure continue), as each has a part of"
              + " the cube; for a new process in its place, start armci run --spares 1 mg"
              + " --partner 1");
    }
    return options;
  }

  private static void checkFits(ProblemClass problem, RankGrid ranks) {
    if (!Hierarchy.fits(ranks, problem.size())) {
      throw new OptionException(
          String.format(
              Locale.ROOT,
              "class %s has too few cells for %d ranks: use fewer ranks or a larger class",
              problem,
              ranks.ranks()));
    }
  }

  private static void run(MgOptions options, RankGrid ranks, boolean showProgress) {
    boolean acceptable;
    try (PartnerCopies copies = new PartnerCopies()) {
      Mg mg = new Mg(options, ranks, showProgress, copies);
      acceptable =
          Epochs.run(
              armci ->
                  options.messages()
                      ? mg.both(armci)
                      : tell(mg.measure(new PartExchange.Kind(armci, false))));
    } catch (OptionException tooLittleMemory) {
      System.err.println("mg: " + tooLittleMemory.getMessage());
      acceptable = false;
    }
    if (!acceptable) {
      System.exit(FAILED);
    }
  }

  /**
   * Solves by puts and by messages, untimed once each, as that waits for compilation, and then in
   * turn.
   */
  private boolean both(Armci armci) {
    PartExchange.Kind puts = new PartExchange.Kind(armci, false);
    PartExchange.Kind messages = new PartExchange.Kind(armci, true);
    boolean acceptable = tell(measure(puts));
    acceptable &= tell(measure(messages));
    double[] oneSided = new double[MOST_REPETITIONS];
    double[] twin = new double[MOST_REPETITIONS];
    int runs = 0;
    for (double timed = 0; isTimedAgain(runs, timed); runs++) {
      oneSided[runs] = measure(puts).seconds();
      twin[runs] = measure(messages).seconds();
      timed += oneSided[runs];
    }
    if (armci.rank() == 0) {
      double seconds = median(oneSided, runs);
      System.out.printf(
          Locale.ROOT,
          " In turn, medians: one-sided %.6f s, by messages %.6f s, %.2f times as long.%n",
          seconds,
          median(twin, runs),
          median(twin, runs) / seconds);
    }
    return acceptable;
  }

  /**
   * Returns whether to time a form once more. All ranks answer alike, as all know the same times.
   *
   * @param runs that have been timed
   * @param seconds that they lasted together
   */
  static boolean isTimedAgain(int runs, double seconds) {
    return runs < REPETITIONS || (runs < MOST_REPETITIONS && seconds < TIMED_SECONDS);
  }

  private static double median(double[] seconds, int count) {
    Arrays.sort(seconds, 0, count);
    return seconds[count / 2];
  }

  /**
   * Prints the report on rank 0 and returns whether it is right. One rank's exit code is enough.
   */
  private static boolean tell(MgReport report) {
    if (report.ranks().rank() != 0) {
      return true;
    }
    System.out.println(report.text());
    return report.isAcceptable();
  }

  /** What a run has come to, and the number of iterations that it began with. */
  record Solved(int from, double norm) {}

  private MgReport measure(PartExchange.Kind exchanges) {
    Armci armci = exchanges.armci();
    ProgressLine progress = new ProgressLine(System.out, options.iterations());
    if (showProgress) {
      progress.showInitialization();
    }
    long start = System.nanoTime();
    RowKernels rows = RowKernels.best();
    boolean isFirstEpoch = armci.epoch() == 0; // later ones go on soon, and are not for comparison
    if (isFirstEpoch) {
      WarmUp.run(options.problem(), rows);
    }
    Solver solver = allocate(exchanges, options.problem(), ranks, rows);
    solver.initialise();
    if (isFirstEpoch) {
      solver.solve(0, 1, iteration -> {}); // untimed, as in NPB: touches all memory
      solver.initialise();
    }
    armci.barrier();
    long timed = System.nanoTime();
    Solved solved = solve(armci, solver, showProgress ? progress : iteration -> {});
    long end = System.nanoTime();
    progress.end();
    double seconds = Collectives.of(armci).allreduce((end - timed) * 1e-9, Reduction.MAX);
    return new MgReport(
        options,
        options.iterations() - solved.from(),
        exchanges.asMessages(),
        ranks,
        armci.transportName(),
        (timed - start) * 1e-9,
        seconds,
        solved.norm());
  }

  /** Solves; with checkpoints, from the newest one on. */
  private Solved solve(Armci armci, Solver solver, IntConsumer progress) {
    if (options.partnerEvery() > 0) {
      return PartnerSolve.solve(armci, options, solver, copies, progress);
    }
    int from = 0;
    if (options.checkpoints() == null) {
      solver.solve(0, options.iterations(), progress);
    } else {
      from = solveWithFiles(armci, solver, progress);
    }
    return new Solved(from, solver.norm());
  }

  /** Makes a checkpoint after each iteration. Returns the number of iterations done before. */
  private int solveWithFiles(Armci armci, Solver solver, IntConsumer progress) {
    try (Checkpoints checkpoints = Checkpoints.open(armci, options.checkpoints())) {
      int done = (int) checkpoints.add("u", solver.solution()).restoreNewest().orElse(0);
      if (done >= options.iterations()) {
        throw new OptionException("the checkpoint is of iteration " + done + "; run more of them");
      }
      if (done > 0 && armci.rank() == 0) {
        System.out.println(" goes on after iteration " + done);
      }
      solver.solve(done, options.iterations(), progress.andThen(checkpoints::saveInBackground));
      return done;
    }
  }

  private static Solver allocate(
      PartExchange.Kind exchanges, ProblemClass problem, RankGrid ranks, RowKernels rows) {
    try {
      return new Solver(exchanges, ranks, problem, rows);
    } catch (OutOfMemoryError full) {
      long heap = Runtime.getRuntime().maxMemory() >> 20;
      String message =
          String.format(
              Locale.ROOT,
              "class %s on %d ranks needs more heap than the %d MiB of rank %d: raise it with -Xmx",
              problem,
              ranks.ranks(),
              heap,
              ranks.rank());
      exchanges.armci().abort(message);
      throw new OptionException(message);
    }
  }
}
