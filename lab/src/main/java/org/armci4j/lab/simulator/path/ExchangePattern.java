package org.armci4j.lab.simulator.path;

/** With which ranks a rank exchanges messages, step by step. */
enum ExchangePattern {
  /** Each step to a neighbour farther away. */
  DISPLACED_RING("displaced ring"),
  /** Pairwise exchange: where ranks are a power of two, with the same rank in both directions. */
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

  /** How many steps there are. */
  int steps(int ranks) {
    return ranks - 1;
  }

  /** Where a rank sends to. */
  int target(int rank, int step, int ranks) {
    return switch (this) {
      case DISPLACED_RING -> (rank + step + 1) % ranks;
      case ALLTOALL -> Integer.bitCount(ranks) == 1 ? rank ^ (step + 1) : (rank + step + 1) % ranks;
      case ALLGATHER -> (rank + 1) % ranks;
    };
  }

  /** From where a rank receives. */
  int source(int rank, int step, int ranks) {
    return switch (this) {
      case DISPLACED_RING -> Math.floorMod(rank - step - 1, ranks);
      case ALLTOALL ->
          Integer.bitCount(ranks) == 1 ? rank ^ (step + 1) : Math.floorMod(rank - step - 1, ranks);
      case ALLGATHER -> Math.floorMod(rank - 1, ranks);
    };
  }
}
