package org.armci4j.examples.mg;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.nas.RandomNumbers;

/**
 * Makes the right-hand side of MG: every cell draws a random number, x fastest. The ten cells with
 * the largest numbers get +1, the ten with the smallest −1, all others 0.
 */
final class RightHandSide {
  private static final long PAIR_BYTES = 2L * Double.BYTES;
  private static final long LIST_BYTES = TopTen.COUNT * PAIR_BYTES;

  private final Armci armci;
  private final RankGrid ranks;
  private final int size;
  private final Grid grid;

  /**
   * Prepares the right-hand side.
   *
   * @param armci the runtime
   * @param ranks the layout of the ranks
   * @param size cells along each edge of the whole grid
   */
  RightHandSide(Armci armci, RankGrid ranks, int size) {
    this.armci = armci;
    this.ranks = ranks;
    this.size = size;
    grid = ranks.share(size);
  }

  /** Sets v to this rank's part of the right-hand side. Collective. */
  void set(double[] v) {
    TopTen largest = new TopTen();
    TopTen smallest = new TopTen();
    for (int z = 1; z <= grid.nz(); z++) {
      grid.clearPlane(v, z);
      for (int y = 1; y <= grid.ny(); y++) {
        drawRow(y, z, largest, smallest);
      }
    }
    merge(largest, smallest);
    for (int i = 0; i < TopTen.COUNT; i++) {
      charge(v, largest.cell(i), 1.0);
      charge(v, smallest.cell(i), -1.0);
    }
  }

  private void drawRow(int y, int z, TopTen largest, TopTen smallest) {
    long first = cellNumber(1, y, z);
    RandomNumbers random = new RandomNumbers(RandomNumbers.SEED);
    random.skip(first);
    for (int x = 0; x < grid.nx(); x++) {
      double number = random.next();
      largest.offer(number, first + x);
      smallest.offer(-number, first + x);
    }
  }

  /** Returns the number of a cell of this rank in the whole grid, from 0. */
  private long cellNumber(int x, int y, int z) {
    return globalX(x) + (long) size * (globalY(y) + (long) size * globalZ(z));
  }

  private long globalX(int x) {
    return (long) ranks.x() * grid.nx() + x - 1;
  }

  private long globalY(int y) {
    return (long) ranks.y() * grid.ny() + y - 1;
  }

  private long globalZ(int z) {
    return (long) ranks.z() * grid.nz() + z - 1;
  }

  /** Puts this rank's two lists into every rank's block; then all ranks pick the same winners. */
  private void merge(TopTen largest, TopTen smallest) {
    if (ranks.ranks() == 1) {
      return;
    }
    double[] mine = new double[4 * TopTen.COUNT];
    pack(largest, mine, 0);
    pack(smallest, mine, 2 * TopTen.COUNT);
    GlobalMemory table = armci.allocate(2 * LIST_BYTES * ranks.ranks());
    for (int target = 0; target < ranks.ranks(); target++) {
      armci.put(MemorySegment.ofArray(mine), table, target, 2 * LIST_BYTES * ranks.rank());
    }
    armci.barrier();
    for (int source = 0; source < ranks.ranks(); source++) {
      if (source != ranks.rank()) {
        offerAll(table, 2 * LIST_BYTES * source, largest);
        offerAll(table, 2 * LIST_BYTES * source + LIST_BYTES, smallest);
      }
    }
    armci.free(table);
  }

  private static void pack(TopTen list, double[] to, int first) {
    for (int i = 0; i < TopTen.COUNT; i++) {
      // A small part has fewer than ten cells. The entries that fill up its list lose against every
      // cell.
      boolean present = i < list.size();
      to[first + 2 * i] = present ? list.value(i) : Double.NEGATIVE_INFINITY;
      to[first + 2 * i + 1] = present ? list.cell(i) : 0; // cell numbers are exact in a double
    }
  }

  private void offerAll(GlobalMemory table, long offset, TopTen list) {
    for (int i = 0; i < TopTen.COUNT; i++) {
      long pair = offset + i * PAIR_BYTES;
      double value = armci.getDouble(table, ranks.rank(), pair);
      list.offer(value, (long) armci.getDouble(table, ranks.rank(), pair + Double.BYTES));
    }
  }

  private void charge(double[] v, long cell, double value) {
    long x = cell % size - globalX(0);
    long y = cell / size % size - globalY(0);
    long z = cell / size / size - globalZ(0);
    if (inside(x, grid.nx()) && inside(y, grid.ny()) && inside(z, grid.nz())) {
      v[grid.index((int) x, (int) y, (int) z)] = value;
    }
  }

  private static boolean inside(long coordinate, int count) {
    return coordinate >= 1 && coordinate <= count;
  }
}
