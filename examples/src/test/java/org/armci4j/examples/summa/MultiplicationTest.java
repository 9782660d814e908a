package org.armci4j.examples.summa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.examples.summa.Multiplication.Verification;
import org.armci4j.strided.Section;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MultiplicationTest {
  @ParameterizedTest
  @CsvSource({
    // grid, rows, columns, depth, panel
    "1,1, 64,64,64, 16",
    "1,1, 1,1,1, 1",
    "1,2, 40,30,50, 8",
    "2,1, 33,65,17, 256",
    "1,3, 20,21,22, 5",
    "2,2, 64,64,64, 16",
    "2,2, 131,7,290, 100",
    "4,1, 37,5,41, 7",
    "2,3, 30,31,32, 4",
    "3,2, 150,131,23, 3",
    "1,6, 6,6,6, 1"
  })
  void everyElementIsRightOnEveryGrid(
      int height, int width, int rows, int columns, int depth, int panel) {
    Problem problem = new Problem(rows, columns, depth);
    ProcessGrid grid = new ProcessGrid(height, width);
    RankThreads.of(height * width)
        .run(
            armci -> {
              try (Blocks blocks = new Blocks(armci, problem, grid);
                  Supply gets = new PanelGets(blocks, panel);
                  Supply messages = new PanelMessages(blocks, panel)) {
                for (Supply supply : new Supply[] {gets, messages}) {
                  everyElementIsRight(blocks, supply, panel);
                }
              }
            });
  }

  private static void everyElementIsRight(Blocks blocks, Supply supply, int panel) {
    // A supply counts its panels: it serves one multiplication.
    Multiplication product = new Multiplication(blocks, supply, panel, new DoubleProduct());
    for (boolean overlap : new boolean[] {true, false, true}) {
      product.run(overlap);
      int all = blocks.myRows() * blocks.myColumns();
      assertEquals(new Verification(all, all), product.verify(Long.MAX_VALUE));
    }
  }

  @Test
  void panelsOfBothMatricesAreStrided() {
    RankThreads.of(2)
        .run(
            armci -> {
              try (Blocks blocks =
                  new Blocks(armci, new Problem(8, 6, 10), new ProcessGrid(1, 2))) {
                Panel panel = blocks.panels(4).getLast(); // 9 of A's columns, the last
                assertEquals(new Panel(9, 1, 1, 0), panel);
                // The owner has 5 columns of A, and of B this rank has 3 in all 10 rows.
                long[] stridesOfA = {(5 + 8) * 8};
                assertEquals(
                    Section.of(4 * 8, stridesOfA, new long[] {8, 8}), blocks.partOfA(panel));
                long[] stridesOfB = {(3 + 8) * 8};
                assertEquals(
                    Section.of(9 * (3 + 8) * 8, stridesOfB, new long[] {3 * 8, 1}),
                    blocks.partOfB(panel));
              }
            });
  }
}
