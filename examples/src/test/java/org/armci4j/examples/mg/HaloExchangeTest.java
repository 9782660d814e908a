package org.armci4j.examples.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HaloExchangeTest {
  private static final int SIZE = 16;
  private static final int ROUNDS = 300;

  /**
   * Runs ranks at uneven paces. A face that is overwritten too early shows as a cell of another
   * round.
   */
  @ParameterizedTest
  @CsvSource({"2, false", "4, false", "8, false", "16, false", "2, true", "4, true", "8, true"})
  void everyGhostCellHoldsItsNeighboursCell(int size, boolean asMessages) {
    long seed = System.nanoTime();
    RankThreads.of(size)
        .run(
            armci -> {
              RankGrid ranks = RankGrid.of(size, armci.rank());
              Grid fine = ranks.share(SIZE);
              Grid coarse = ranks.share(SIZE / 2);
              Halo halo = new HaloExchange(new PartExchange.Kind(armci, asMessages), ranks, fine);
              Random pace = new Random(seed + armci.rank());
              for (int round = 1; round <= ROUNDS; round++) {
                Grid grid = round % 3 == 0 ? coarse : fine;
                double[] a = filled(ranks, grid, round);
                for (int delays = pace.nextInt(4); delays > 0; delays--) {
                  a = filled(ranks, grid, round);
                }
                for (int z = 1; z <= grid.nz(); z++) {
                  halo.closePlane(grid, a, z);
                }
                halo.exchange(grid, a);
                check(ranks, grid, a, round, "round " + round + ", seed " + seed);
              }
            });
  }

  private static double[] filled(RankGrid ranks, Grid grid, int round) {
    double[] a = grid.allocate();
    for (int z = 1; z <= grid.nz(); z++) {
      for (int y = 1; y <= grid.ny(); y++) {
        for (int x = 1; x <= grid.nx(); x++) {
          a[grid.index(x, y, z)] = expected(ranks, grid, x, y, z, round);
        }
      }
    }
    return a;
  }

  private static void check(RankGrid ranks, Grid grid, double[] a, int round, String message) {
    for (int z = 0; z <= grid.nz() + 1; z++) {
      for (int y = 0; y <= grid.ny() + 1; y++) {
        for (int x = 0; x <= grid.nx() + 1; x++) {
          double value = expected(ranks, grid, x, y, z, round);
          assertEquals(value, a[grid.index(x, y, z)], message);
        }
      }
    }
  }

  /** Returns a value that names the cell of the periodic whole grid and the round. */
  private static double expected(RankGrid ranks, Grid grid, int x, int y, int z, int round) {
    int wholeX = Math.floorMod(ranks.x() * grid.nx() + x - 1, ranks.px() * grid.nx());
    int wholeY = Math.floorMod(ranks.y() * grid.ny() + y - 1, ranks.py() * grid.ny());
    int wholeZ = Math.floorMod(ranks.z() * grid.nz() + z - 1, ranks.pz() * grid.nz());
    return ((round * 100.0 + wholeZ) * 100.0 + wholeY) * 100.0 + wholeX;
  }
}
