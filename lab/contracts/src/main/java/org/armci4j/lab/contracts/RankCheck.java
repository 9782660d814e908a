package org.armci4j.lab.contracts;

import org.armci4j.Armci;

/** Runs one check on a rank; may throw anything. */
@FunctionalInterface
public interface RankCheck {
  /**
   * Runs on one rank.
   *
   * @param armci the rank's open runtime
   * @throws Exception a failure of the check
   */
  void run(Armci armci) throws Exception;
}
