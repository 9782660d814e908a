package org.armci4j.lab.simulator.path;

/**
 * Measurements of Vishnu et al. on 64 nodes and a switch of 144 ports, as far as the text gives
 * numbers (sections 1 and 5.2): the change of time by (12,3), their best.
 *
 * @param toOriginal change from one path
 * @param toAllOfFour change from four paths of which each carries a part
 */
record Paper(String toOriginal, String toAllOfFour) {
  static Paper of(PathSetup setup) {
    if (setup.pattern() == ExchangePattern.ALLTOALL
        && setup.ranks() == 48
        && !setup.isScattered()) {
      return new Paper("-50%", "-27%");
    }
    if (setup.pattern() == ExchangePattern.ALLTOALL && setup.ranks() == 64 && setup.isScattered()) {
      return new Paper("", "-32%");
    }
    if (setup.pattern() == ExchangePattern.ALLGATHER
        && setup.ranks() == 48
        && !setup.isScattered()) {
      return new Paper("0%", "0%");
    }
    if (setup.pattern() == ExchangePattern.ALLGATHER
        && setup.ranks() == 64
        && setup.isScattered()) {
      return new Paper("-43%", "-32%");
    }
    return new Paper("", "");
  }
}
