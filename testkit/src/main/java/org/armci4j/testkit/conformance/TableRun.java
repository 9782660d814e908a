package org.armci4j.testkit.conformance;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/** Runs the chosen programs in all their forms; rank 0 prints a row for each. */
final class TableRun {
  private static final String ROW = "%-14s  %-11s  %-20s  %-8s  %8s%n";

  private final Armci armci;
  private final ConformanceOptions options;
  private final Verdicts verdicts;

  TableRun(Armci armci, ConformanceOptions options) {
    this.armci = armci;
    this.options = options;
    this.verdicts = new Verdicts(armci);
  }

  /** Runs them and returns how many runs differed. */
  long run() {
    long startNanos = System.nanoTime();
    long seed = verdicts.common(options.seed() == 0 ? startNanos : options.seed());
    long failed = runAll(seed);
    while (failed == 0 && verdicts.common(isTimeLeft(startNanos) ? 1 : 0) == 1) {
      failed = runAll(++seed);
    }
    verdicts.free();
    if (failed > 0) {
      print(Text.format("%d runs differ; to repeat: --seed %d%n", failed, seed));
    }
    return failed;
  }

  private boolean isTimeLeft(long startNanos) {
    return (System.nanoTime() - startNanos) * 1e-9 < options.minutes() * 60;
  }

  private long runAll(long seed) {
    print(
        Text.format(
            "%d ranks over %s, seed %d, scale %s%n",
            armci.size(), armci.transportName(), seed, options.scale()));
    print(Text.format(ROW, "program", "form", "oracle", "result", "seconds"));
    long failed = 0;
    for (ConformanceProgram program : options.programs()) {
      String obstacle = program.obstacle(armci);
      if (obstacle.isEmpty()) {
        for (Form form : program.forms()) {
          failed += passes(program, form, seed) ? 0 : 1;
        }
      } else {
        print(Text.format(ROW, program.name(), "", program.oracle(), "skipped", ""));
        print("  " + obstacle + "\n");
      }
    }
    return failed;
  }

  private boolean passes(ConformanceProgram program, Form form, long seed) {
    armci.barrier();
    long start = System.nanoTime();
    Trial trial = new Trial(armci, form, seed, options.scale());
    try {
      program.run(trial);
    } catch (RuntimeException e) {
      String what = Text.format("rank %d: %s, %s: %s", armci.rank(), program.name(), form, e);
      throw new AssertionError(what, e);
    }
    armci.barrier();
    String seconds = Text.format("%.2f", (System.nanoTime() - start) * 1e-9);
    List<String> differences = verdicts.gather(trial.differences());
    String result = differences.isEmpty() ? "passed" : "DIFFERS";
    print(Text.format(ROW, program.name(), form, program.oracle(), result, seconds));
    differences.forEach(this::print);
    return differences.isEmpty();
  }

  private void print(String text) {
    if (armci.rank() == 0) {
      System.out.print(text);
      System.out.flush();
    }
  }
}
