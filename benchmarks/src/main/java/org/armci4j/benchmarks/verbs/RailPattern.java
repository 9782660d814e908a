package org.armci4j.benchmarks.verbs;

import java.util.function.ToLongFunction;

/** The patterns that {@link RailPoliciesBenchmark} measures. */
enum RailPattern {
  /** All steps of the displaced ring. */
  DISPLACED_RING("displaced ring", PatternRounds::displacedRing),
  /** An alltoall. */
  ALLTOALL("alltoall", PatternRounds::alltoall),
  /** An allgather. */
  ALLGATHER("allgather", PatternRounds::allgather);

  private final String label;
  private final ToLongFunction<PatternRounds> round;

  RailPattern(String label, ToLongFunction<PatternRounds> round) {
    this.label = label;
    this.round = round;
  }

  /** Its name in the table. */
  String label() {
    return label;
  }

  /** One round; returns how much all have received of others. */
  long round(PatternRounds rounds) {
    return round.applyAsLong(rounds);
  }
}
