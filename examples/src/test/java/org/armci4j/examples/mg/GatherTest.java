package org.armci4j.examples.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.grid.GridPart;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatherTest {
  private static final int SIZE = 8;

  @ParameterizedTest
  @CsvSource({"2, false", "8, false", "16, false", "2, true", "8, true"})
  void everyRankGetsEveryPart(int size, boolean asMessages) {
    RankThreads.of(size)
        .run(
            armci -> {
              RankGrid ranks = RankGrid.of(size, armci.rank());
              Gather gather = new Gather(new PartExchange.Kind(armci, asMessages), ranks, SIZE);
              for (int round = 1; round <= 200; round++) {
                Grid whole = new Grid(SIZE, SIZE, SIZE);
                double[] a = whole.allocate();
                mark(Gather.part(ranks, SIZE), ranks.share(SIZE), a, round);
                gather.fill(a);
                check(whole, a, round);
              }
            });
  }

  private static void mark(GridPart part, Grid share, double[] a, int round) {
    for (int z = 1; z <= share.nz(); z++) {
      for (int y = 1; y <= share.ny(); y++) {
        for (int x = 1; x <= share.nx(); x++) {
          int cell = part.row(y, z) + x;
          a[cell] = cell + 1000.0 * round;
        }
      }
    }
  }

  private static void check(Grid whole, double[] a, int round) {
    for (int z = 1; z <= SIZE; z++) {
      for (int y = 1; y <= SIZE; y++) {
        for (int x = 1; x <= SIZE; x++) {
          int cell = whole.index(x, y, z);
          assertEquals(cell + 1000.0 * round, a[cell], "round " + round);
        }
      }
    }
  }
}
