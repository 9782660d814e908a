package org.armci4j.lab.simulator;

import org.armci4j.lab.simulator.play.PlayOutcome;

/**
 * One line of the table.
 *
 * @param algorithm its name
 * @param ranks how many
 * @param formulaNanos what the algorithm's own formula says
 * @param outcome what came of playing it; null when its schedules are too many to be played
 * @param tookNanos how long making and playing the schedules took
 */
record SimulatedRun(
    String algorithm, int ranks, double formulaNanos, PlayOutcome outcome, long tookNanos) {
  /** The simulated time, or that of the formula. */
  double nanos() {
    return outcome == null ? formulaNanos : outcome.nanos();
  }
}
