package org.armci4j.lab.rails;

/** The patterns that {@link RailPoliciesBenchmark} measures. */
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

  /** Its name in the table. */
  String label() {
    return label;
  }

  /** One round; returns how much all have received of others. */
  long round(PatternRounds rounds) {
    return switch (this) {
      case DISPLACED_RING -> rounds.displacedRing();
      case ALLTOALL -> rounds.alltoall();
      case ALLGATHER -> rounds.allgather();
    };
  }
}
