package org.armci4j.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/** Runs all programs of the conformance kit on the ranks of a test, for networks. */
public final class Kit {
  private Kit() {}

  /**
   * Runs all programs in every form but those that need sparse blocks, which registered memory is
   * not; throws on any difference.
   *
   * @param armci one of the ranks
   * @param seed of their random input
   * @param scale of their full work
   */
  public static void run(Armci armci, long seed, double scale) {
    for (ConformanceProgram program : ConformancePrograms.ALL) {
      if (!program.needsSparseBlocks()) {
        for (Form form : program.forms()) {
          run(armci, program, form, seed, scale);
        }
      }
    }
  }

  /**
   * Runs one program in every form; throws on any difference.
   *
   * @param armci one of the ranks
   * @param name of the program
   * @param seed of its random input
   * @param scale of its full work
   */
  public static void run(Armci armci, String name, long seed, double scale) {
    ConformanceProgram program =
        ConformancePrograms.ALL.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    for (Form form : program.forms()) {
      run(armci, program, form, seed, scale);
    }
  }

  static void run(Armci armci, ConformanceProgram program, Form form, long seed, double scale) {
    Trial trial = new Trial(armci, form, seed, scale);
    String what = Text.format("%s, %s, conformance.seed=%d", program.name(), form, seed);
    long startNanos = System.nanoTime();
    try {
      program.run(trial);
    } catch (RuntimeException e) {
      throw new AssertionError(what + ": " + e, e);
    }
    armci.barrier(); // all ranks say what they found before the first ends the job
    assertEquals("", trial.differences().toString(), what);
    if (armci.rank() == 0 && Boolean.getBoolean("lab.verbose")) {
      System.out.printf(Locale.ROOT, "%s %.1f s%n", what, (System.nanoTime() - startNanos) * 1e-9);
    }
  }
}
