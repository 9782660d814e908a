package org.armci4j.lab.simulator.path;

/** Patterns of exchange: the partners of a rank, step by step. */
enum ExchangePattern {
  /** In each step to a neighbour farther away. */
  DISPLACED_RING("displaced ring"),
  /** Pairwise exchange; with a power of two of ranks, to and from the same rank. */
  ALLTOALL("alltoall"),
  /** The ring: always to the next rank. */
  ALLGATHER("allgather");

  private final String label;

  ExchangePattern(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Returns the number of steps. */
  int steps(int ranks) {
    return ranks - 1;
  }

  /** Returns the rank that a rank sends to. */
  int target(int rank, int step, int ranks) {
    return switch (this) {
      case DISPLACED_RING -> (rank + step + 1) % ranks;
      case ALLTOALL -> Integer.bitCount(ranks) == 1 ? rank ^ (step + 1) : (rank + step + 1) % ranks;
      case ALLGATHER -> (rank + 1) % ranks;
    };
  }

  /** Returns the rank that a rank receives from. */
  int source(int rank, int step, int ranks) {
    return switch (this) {
      case DISPLACED_RING -> Math.floorMod(rank - step - 1, ranks);
      case ALLTOALL ->
          Integer.bitCount(ranks) == 1 ? rank ^ (step + 1) : Math.floorMod(rank - step - 1, ranks);
      case ALLGATHER -> Math.floorMod(rank - 1, ranks);
    };
  }
}
