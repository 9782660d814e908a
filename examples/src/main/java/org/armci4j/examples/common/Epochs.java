package org.armci4j.examples.common;

import java.util.function.Function;
import org.armci4j.Armci;
import org.armci4j.bootstrap.Failure;
import org.armci4j.error.RankFailedException;

/** Runs a program in each epoch of a job, until one ends without a failure. */
public final class Epochs {
  private Epochs() {}

  /**
   * Opens the runtime and runs the program, and does so again after each failure of a rank. Where
   * the job replaces no rank, to open again throws, and the program ends. So does the failure of
   * the launcher, without which no epoch begins.
   *
   * @param program the work of an epoch; ends only when all ranks have done theirs
   * @param <T> the type of its result
   * @return the result of the epoch without a failure
   */
  public static <T> T run(Function<Armci, T> program) {
    while (true) {
      try (Armci armci = Armci.open()) {
        return program.apply(armci);
      } catch (RankFailedException failed) {
        if (failed.failure().rank() == Failure.LAUNCHER) {
          throw failed;
        }
        // Go on in the next epoch; also when to close tells of the failure.
      }
    }
  }
}
