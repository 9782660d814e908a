package org.armci4j.lab.rails;

/** Patterns that {@link RailPoliciesBenchmark} measures. */
enum RailPattern {
  /** All steps of the displaced ring. */
  DISPLACED_RING("displaced ring"),
  /** An alltoall. */
  ALLTOALL("alltoall"),
  /** An allgather. */
  ALLGATHER("allgather");

  private final String label;

  RailPattern(String label) {
    this.label = label;
  }

  /** Returns the name in the table. */
  String label() {
    return label;
  }

  /** Performs one round; returns the bytes that all ranks have received from others together. */
  long round(PatternRounds rounds) {
    return switch (this) {
      case DISPLACED_RING -> rounds.displacedRing();
      case ALLTOALL -> rounds.alltoall();
      case ALLGATHER -> rounds.allgather();
    };
  }
}
