package org.armci4j.lab.simulator.path;

/**
 * What Vishnu et al. measured on 64 nodes and a switch of 144 ports, as far as the text has numbers
 * (sections 1 and 5.2): by how much (12,3), its best, took less time than others.
 *
 * @param toOriginal than one path took
 * @param toAllOfFour than four paths of which each carries a part
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
