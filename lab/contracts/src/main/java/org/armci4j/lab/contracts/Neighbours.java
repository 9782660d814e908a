package org.armci4j.lab.contracts;

import org.armci4j.Armci;

/** Names the neighbours of a rank in the ring of all ranks. */
final class Neighbours {
  private Neighbours() {}

  static int right(Armci armci) {
    return (armci.rank() + 1) % armci.size();
  }

  static int left(Armci armci) {
    return (armci.rank() + armci.size() - 1) % armci.size();
  }
}
