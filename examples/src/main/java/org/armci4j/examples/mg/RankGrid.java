package org.armci4j.examples.mg;

import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.options.OptionException;

/**
 * Lays a power-of-two number of ranks out over the domain as NPB does: it halves the domain in z,
 * then y, then x, and again. Rank numbers run along x, then y, then z.
 *
 * @param px ranks along x
 * @param py ranks along y
 * @param pz ranks along z
 * @param rank this rank
 */
record RankGrid(int px, int py, int pz, int rank) {
  /**
   * Returns the layout for a number of ranks.
   *
   * @throws OptionException when it is not a power of two
   */
  static RankGrid of(int ranks, int rank) {
    if (Integer.bitCount(ranks) != 1) {
      throw new OptionException(
          "MG needs a power of two of ranks, not "
              + ranks
              + ": try -n "
              + Integer.highestOneBit(ranks));
    }
    int log = Integer.numberOfTrailingZeros(ranks);
    int px = 1 << (log / 3);
    int py = 1 << ((log - log / 3) / 2);
    return new RankGrid(px, py, ranks / (px * py), rank);
  }

  /** Returns the number of ranks. */
  int ranks() {
    return px * py * pz;
  }

  /** Returns this rank's place along x. */
  int x() {
    return rank % px;
  }

  /** Returns this rank's place along y. */
  int y() {
    return rank / px % py;
  }

  /** Returns this rank's place along z. */
  int z() {
    return rank / (px * py);
  }

  /** Returns the same layout seen by another rank. */
  RankGrid seenBy(int other) {
    return new RankGrid(px, py, pz, other);
  }

  /** Returns the rank that lies a number of steps along x, periodically. */
  int alongX(int steps) {
    return rankAt(x() + steps, y(), z());
  }

  /** Returns the rank that lies a number of steps along y, periodically. */
  int alongY(int steps) {
    return rankAt(x(), y() + steps, z());
  }

  /** Returns the rank that lies a number of steps along z, periodically. */
  int alongZ(int steps) {
    return rankAt(x(), y(), z() + steps);
  }

  private int rankAt(int x, int y, int z) {
    return Math.floorMod(x, px) + px * (Math.floorMod(y, py) + py * Math.floorMod(z, pz));
  }

  /** Returns each rank's share of a cubic grid; every share is the same size. */
  Grid share(int size) {
    return new Grid(size / px, size / py, size / pz);
  }
}
