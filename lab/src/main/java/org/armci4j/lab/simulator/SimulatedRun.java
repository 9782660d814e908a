package org.armci4j.lab.simulator;

import org.armci4j.lab.simulator.play.PlayOutcome;

/**
 * One line of the table.
 *
 * @param algorithm name of the algorithm
 * @param ranks number of ranks
 * @param formulaNanos time by the algorithm's formula
 * @param outcome result of playing the schedules; null if they are too many to be played
 * @param tookNanos time of making and playing the schedules
 */
record SimulatedRun(
    String algorithm, int ranks, double formulaNanos, PlayOutcome outcome, long tookNanos) {
  /** Returns the simulated time or, if nothing was played, the formula's. */
  double nanos() {
    return outcome == null ? formulaNanos : outcome.nanos();
  }
}
