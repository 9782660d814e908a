package org.armci4j.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.Armci;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/** The kit's mixes of collectives in flight, as a test. */
public final class InFlightProgram {
  private static final String NAME = "collectives-nb";

  private InFlightProgram() {}

  /** Runs on one rank. */
  public static void run(Armci armci, long seed, double scale) {
    ConformanceProgram program =
        ConformancePrograms.ALL.stream()
            .filter(each -> each.name().equals(NAME))
            .findFirst()
            .orElseThrow();
    Trial trial = new Trial(armci, Form.HANDLE, seed, scale);
    program.run(trial);
    armci.barrier(); // all ranks say what they found before the first ends the job
    assertEquals("", trial.differences().toString(), "conformance.seed=" + seed);
  }
}
