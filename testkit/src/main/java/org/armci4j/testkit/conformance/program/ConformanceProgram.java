package org.armci4j.testkit.conformance.program;

import java.util.List;
import java.util.function.Consumer;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * One program of the kit. It has no state: everything that a run needs is in its {@link Trial}.
 *
 * @param name on the command line: lower case, with hyphens
 * @param oracle what the results are compared with, and how closely; a few words for the table
 * @param forms the forms in which the program makes sense, at least one
 * @param needsSparseBlocks whether its memory is so large that the space must not be reserved
 *     (setting {@code shmReserve})
 * @param body runs on one rank, at the same time as on all others, and frees what it allocates; it
 *     reports differences from the oracle to the trial and goes on, so that the ranks stay in step
 */
public record ConformanceProgram(
    String name, String oracle, List<Form> forms, boolean needsSparseBlocks, Consumer<Trial> body) {
  /**
   * Returns a program with blocks of usual sizes.
   *
   * @param forms the forms in which the program makes sense; none for all
   */
  public static ConformanceProgram of(
      String name, String oracle, Consumer<Trial> body, Form... forms) {
    return new ConformanceProgram(
        name, oracle, List.of(forms.length == 0 ? Form.values() : forms), false, body);
  }

  /**
   * Returns why the program cannot run here; the same on all ranks.
   *
   * @param armci the rank's runtime
   * @return the reason, or an empty text when it can
   */
  public String obstacle(Armci armci) {
    if (needsSparseBlocks && armci.transportName().equals("local")) {
      return "memory of the transport local is not sparse";
    }
    return needsSparseBlocks && armci.settings().get(ArmciSettings.SHM_RESERVE)
        ? "needs shmReserve=false"
        : "";
  }

  /** Runs the program on one rank. */
  public void run(Trial trial) {
    body.accept(trial);
  }
}
