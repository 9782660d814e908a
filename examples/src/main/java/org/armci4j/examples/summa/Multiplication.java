package org.armci4j.examples.summa;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.armci4j.arrays.kernel.DoubleProduct;
import org.armci4j.arrays.product.MatrixPart;
import org.armci4j.examples.summa.Supply.PanelPlace;

/**
 * Computes one rank's part of SUMMA, panel by panel. For each panel it needs its rows of A from a
 * rank in its row of ranks, and its columns of B from a rank in its column.
 *
 * <p>Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm"
 * (1997); with gets in place of its broadcasts: Krishnan, Nieplocha, "SRUMMA" (2004).
 */
final class Multiplication {
  private final Blocks blocks;
  private final Supply supply;
  private final List<Panel> panels;
  private final DoubleProduct product;
  private final double[] c;

  /** Copies of the panels, as the product's loops take arrays. */
  private final double[] panelOfA;

  private final double[] panelOfB;
  private long number;

  /**
   * @param supply brings panels; serves this multiplication alone
   * @param panelDepth the most columns of A in a panel
   * @param product does the arithmetic
   */
  Multiplication(Blocks blocks, Supply supply, int panelDepth, DoubleProduct product) {
    this.blocks = blocks;
    this.supply = supply;
    this.panels = blocks.panels(panelDepth);
    this.product = product;
    this.c = new double[Math.multiplyExact(blocks.myRows(), blocks.myColumns())];
    this.panelOfA = new double[Math.multiplyExact(panelDepth, blocks.myRows())];
    this.panelOfB = new double[Math.multiplyExact(panelDepth, blocks.myColumns())];
  }

  /**
   * Multiplies. Ranks need not begin together.
   *
   * @param overlap whether to bring the next panel while multiplying this one
   */
  void run(boolean overlap) {
    Arrays.fill(c, 0.0);
    MatrixPart all = MatrixPart.of(c, 0, blocks.myRows(), blocks.myColumns());
    supply.start(number, panels.getFirst());
    for (int i = 0; i < panels.size(); i++) {
      Panel panel = panels.get(i);
      supply.await(number, panel);
      Panel next = i + 1 < panels.size() ? panels.get(i + 1) : null;
      if (overlap && next != null) {
        supply.start(number + 1, next);
      }
      MatrixPart a = copy(supply.a(number), panelOfA, blocks.myRows(), panel.depth());
      MatrixPart b = copy(supply.b(number), panelOfB, panel.depth(), blocks.myColumns());
      product.add(1, a, b, all);
      if (!overlap && next != null) {
        supply.start(number + 1, next);
      }
      number++;
    }
    supply.finish();
  }

  private static MatrixPart copy(PanelPlace panel, double[] values, int rows, int columns) {
    MemorySegment.copy(panel.segment(), JAVA_DOUBLE, panel.offset(), values, 0, rows * columns);
    return MatrixPart.of(values, 0, rows, columns);
  }

  /**
   * Compares this rank's block of C with the definition. Checks all elements, or a sample that is
   * spread evenly and takes at most that many multiplications.
   *
   * @return numbers of right and of compared elements
   */
  Verification verify(long multiplications) {
    int width = blocks.myColumns();
    int depth = blocks.problem().depth();
    int stride = (int) Math.max(1, (long) c.length * depth / multiplications);
    while (!BigInteger.ONE.equals(BigInteger.valueOf(stride).gcd(BigInteger.valueOf(width)))) {
      stride++; // else it would check the same columns in every row
    }
    int right = 0;
    int compared = 0;
    for (int i = 0; i < c.length; i += stride) {
      int row = blocks.firstRow() + i / width;
      int column = blocks.firstColumn() + i % width;
      compared++;
      right += c[i] == Problem.c(row, column, depth) ? 1 : 0;
    }
    return new Verification(right, compared);
  }

  /** Counts right and compared elements. */
  record Verification(int right, int compared) {
    Verification plus(Verification other) {
      return new Verification(right + other.right, compared + other.compared);
    }
  }
}
