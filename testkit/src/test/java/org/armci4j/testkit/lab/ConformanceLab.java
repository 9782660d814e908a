package org.armci4j.testkit.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.Armci;
import org.armci4j.testkit.conformance.ConformancePrograms;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The conformance kit through an RDMA device, with little of its full work. The system property
 * {@code conformance.seed} repeats the run that named this seed.
 */
class ConformanceLab {
  private static final double SCALE = 0.001;

  /** Registered memory is not sparse. */
  private static final String PINS_SIX_GIBIBYTES = "large";

  private static final long SEED = Long.getLong("conformance.seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({"ASSISTED, 3", "PACKED, 3", "TIGHT, 2"})
  void everyResultIsExact(Wiring wiring, int ranks) {
    System.out.println("conformance.seed=" + SEED);
    wiring.ranks(ranks).run(ConformanceLab::runAll);
  }

  private static void runAll(Armci armci) {
    for (ConformanceProgram program : ConformancePrograms.ALL) {
      if (!program.name().equals(PINS_SIX_GIBIBYTES)) {
        for (Form form : program.forms()) {
          run(armci, program, form);
        }
      }
    }
  }

  private static void run(Armci armci, ConformanceProgram program, Form form) {
    Trial trial = new Trial(armci, form, SEED, SCALE);
    String what = "%s, %s, conformance.seed=%d".formatted(program.name(), form, SEED);
    long startNanos = System.nanoTime();
    try {
      program.run(trial);
    } catch (RuntimeException e) {
      throw new AssertionError(what + ": " + e, e);
    }
    armci.barrier(); // all ranks say what they found before the first ends the job
    assertEquals("", trial.differences().toString(), what);
    if (armci.rank() == 0 && Boolean.getBoolean("lab.verbose")) {
      System.out.printf("%s %.1f s%n", what, (System.nanoTime() - startNanos) * 1e-9);
    }
  }
}
