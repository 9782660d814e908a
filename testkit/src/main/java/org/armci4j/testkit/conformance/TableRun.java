package org.armci4j.testkit.conformance;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/** Runs the programs that were asked for, in all their forms; rank 0 prints a row for each. */
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

  /** Returns how many runs differed. */
  long run() {
    long startNanos = System.nanoTime();
    long seed = verdicts.common(options.seed() == 0 ? startNanos : options.seed());
    long failed = runAll(seed);
    while (failed == 0 && verdicts.common(isTimeLeft(startNanos) ? 1 : 0) == 1) {
      failed = runAll(++seed);
    }
    verdicts.free();
    if (failed > 0) {
      print("%d runs differ; to repeat: --seed %d%n".formatted(failed, seed));
    }
    return failed;
  }

  private boolean isTimeLeft(long startNanos) {
    return (System.nanoTime() - startNanos) * 1e-9 < options.minutes() * 60;
  }

  private long runAll(long seed) {
    print(
        "%d ranks over %s, seed %d, scale %s%n"
            .formatted(armci.size(), armci.transportName(), seed, options.scale()));
    print(ROW.formatted("program", "form", "oracle", "result", "seconds"));
    long failed = 0;
    for (ConformanceProgram program : options.programs()) {
      String obstacle = program.obstacle(armci);
      if (obstacle.isEmpty()) {
        for (Form form : program.forms()) {
          failed += passes(program, form, seed) ? 0 : 1;
        }
      } else {
        print(ROW.formatted(program.name(), "", program.oracle(), "skipped", ""));
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
      String what = "rank %d: %s, %s: %s".formatted(armci.rank(), program.name(), form, e);
      throw new AssertionError(what, e);
    }
    armci.barrier();
    String seconds = "%.2f".formatted((System.nanoTime() - start) * 1e-9);
    List<String> differences = verdicts.gather(trial.differences());
    String result = differences.isEmpty() ? "passed" : "DIFFERS";
    print(ROW.formatted(program.name(), form, program.oracle(), result, seconds));
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
