package org.armci4j.testkit.conformance.program;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/** One program of the kit. It has no state: what a run needs is in its {@link Trial}. */
public interface ConformanceProgram {
  /**
   * Its name on the command line.
   *
   * @return lower case, with hyphens
   */
  String name();

  /**
   * What the results are compared with, and how closely.
   *
   * @return a few words for the table
   */
  String oracle();

  /**
   * The forms in which it makes sense.
   *
   * @return at least one
   */
  default List<Form> forms() {
    return List.of(Form.values());
  }

  /**
   * Why it cannot run here; the same on all ranks.
   *
   * @param armci the rank's runtime
   * @return the reason, or an empty text when it can
   */
  default String obstacle(Armci armci) {
    return "";
  }

  /**
   * Whether its memory is so large that the space must not be reserved (setting {@code
   * shmReserve}).
   *
   * @return false for most
   */
  default boolean needsSparseBlocks() {
    return false;
  }

  /**
   * Runs on one rank, at the same time as on all others, and frees what it allocates. What differs
   * from the oracle is told to the trial, so that the ranks stay in step.
   *
   * @param trial the run
   */
  void run(Trial trial);
}
