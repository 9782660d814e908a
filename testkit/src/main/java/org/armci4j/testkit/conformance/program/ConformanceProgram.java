package org.armci4j.testkit.conformance.program;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Runs as one program of the kit. It has no state: everything that a run needs is in its {@link
 * Trial}.
 */
public interface ConformanceProgram {
  /**
   * Returns the name on the command line.
   *
   * @return lower case, with hyphens
   */
  String name();

  /**
   * Returns what the results are compared with, and how closely.
   *
   * @return a few words for the table
   */
  String oracle();

  /**
   * Returns the forms in which the program makes sense.
   *
   * @return at least one
   */
  default List<Form> forms() {
    return List.of(Form.values());
  }

  /**
   * Returns why the program cannot run here; the same on all ranks.
   *
   * @param armci the rank's runtime
   * @return the reason, or an empty text when it can
   */
  default String obstacle(Armci armci) {
    return "";
  }

  /**
   * Returns whether its memory is so large that the space must not be reserved (setting {@code
   * shmReserve}).
   *
   * @return false for most
   */
  default boolean needsSparseBlocks() {
    return false;
  }

  /**
   * Runs on one rank, at the same time as on all others, and frees what it allocates. It reports
   * differences from the oracle to the trial and goes on, so that the ranks stay in step.
   *
   * @param trial the run
   */
  void run(Trial trial);
}
