package org.armci4j.examples.summa;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.examples.summa.kernel.PanelProduct;
import org.armci4j.examples.summa.kernel.TileKernel;

/**
 * One rank's part of SUMMA: it has a block of A, B and C each, and goes through the panels in turn;
 * of each it gets its rows of A from the rank in its row of ranks that has them, and its columns of
 * B from the rank in its column. Those ranks take no part in it.
 *
 * <p>A's block lies column by column and B's row by row, so that a panel is one piece of memory.
 *
 * <p>Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm"
 * (1997); with gets in place of its broadcasts: Krishnan, Nieplocha, "SRUMMA" (2004).
 */
final class Multiplication implements AutoCloseable {
  private final Armci armci;
  private final Problem problem;
  private final ProcessGrid grid;
  private final Split rows;
  private final Split columns;
  private final Split columnsOfA;
  private final Split rowsOfB;
  private final int gridRow;
  private final int gridColumn;
  private final List<Panel> panels;
  private final GlobalMemory a;
  private final GlobalMemory b;
  private final double[] c;
  private final Arena arena = Arena.ofConfined();
  private final Fetch[] fetches;
  private final PanelProduct product;

  /** Collective. Fills the matrices. */
  Multiplication(
      Armci armci, Problem problem, ProcessGrid grid, int panelDepth, TileKernel kernel) {
    this.armci = armci;
    this.problem = problem;
    this.grid = grid;
    this.rows = new Split(problem.rows(), grid.height());
    this.columns = new Split(problem.columns(), grid.width());
    this.columnsOfA = new Split(problem.depth(), grid.width());
    this.rowsOfB = new Split(problem.depth(), grid.height());
    this.gridRow = grid.row(armci.rank());
    this.gridColumn = grid.column(armci.rank());
    this.panels = Panel.all(columnsOfA, rowsOfB, panelDepth);
    this.a = armci.allocate(bytes(myRows(), columnsOfA.count(gridColumn)));
    this.b = armci.allocate(bytes(rowsOfB.count(gridRow), myColumns()));
    this.c = new double[Math.multiplyExact(myRows(), myColumns())];
    this.fetches = new Fetch[] {new Fetch(panelDepth), new Fetch(panelDepth)};
    this.product = new PanelProduct(kernel, myRows(), myColumns(), panelDepth);
    fill();
    armci.barrier();
  }

  private int myRows() {
    return rows.count(gridRow);
  }

  private int myColumns() {
    return columns.count(gridColumn);
  }

  private static long bytes(long height, long width) {
    return height * width * Double.BYTES;
  }

  private void fill() {
    int firstRow = rows.start(gridRow);
    int firstColumn = columns.start(gridColumn);
    int firstOfA = columnsOfA.start(gridColumn);
    int firstOfB = rowsOfB.start(gridRow);
    long index = 0;
    for (int k = 0; k < columnsOfA.count(gridColumn); k++) {
      for (int row = 0; row < myRows(); row++) {
        a.local().setAtIndex(JAVA_DOUBLE, index++, Problem.a(firstRow + row, firstOfA + k));
      }
    }
    index = 0;
    for (int k = 0; k < rowsOfB.count(gridRow); k++) {
      for (int column = 0; column < myColumns(); column++) {
        b.local().setAtIndex(JAVA_DOUBLE, index++, Problem.b(firstOfB + k, firstColumn + column));
      }
    }
  }

  /** A panel on its way to this rank, or here. */
  private final class Fetch {
    private final MemorySegment bufferA;
    private final MemorySegment bufferB;
    private final Handle handle = armci.newHandle();
    private Panel panel;

    Fetch(int panelDepth) {
      bufferA = armci.allocateLocal(arena, bytes(panelDepth, Math.max(1, myRows())));
      bufferB = armci.allocateLocal(arena, bytes(panelDepth, Math.max(1, myColumns())));
    }

    void start(Panel next) {
      panel = next;
      long fromA = bytes(next.start() - columnsOfA.start(next.ownerColumn()), myRows());
      long fromB = bytes(next.start() - rowsOfB.start(next.ownerRow()), myColumns());
      int rankA = grid.rank(gridRow, next.ownerColumn());
      int rankB = grid.rank(next.ownerRow(), gridColumn);
      long sizeA = bytes(next.depth(), myRows());
      long sizeB = bytes(next.depth(), myColumns());
      armci.nbGet(a, rankA, fromA, bufferA, 0, sizeA, handle);
      armci.nbGet(b, rankB, fromB, bufferB, 0, sizeB, handle);
    }

    void multiply() {
      product.add(bufferA, 0, bufferB, 0, panel.depth(), c);
    }
  }

  /**
   * Multiplies. Ranks need not begin together.
   *
   * @param overlap whether the next panel is fetched while this one is multiplied
   */
  void run(boolean overlap) {
    Arrays.fill(c, 0.0);
    Fetch here = fetches[0];
    Fetch coming = fetches[1];
    here.start(panels.getFirst());
    for (int i = 0; i < panels.size(); i++) {
      here.handle.await();
      Panel next = i + 1 < panels.size() ? panels.get(i + 1) : null;
      if (overlap && next != null) {
        coming.start(next);
      }
      here.multiply();
      if (!overlap && next != null) {
        coming.start(next);
      }
      Fetch free = here;
      here = coming;
      coming = free;
    }
  }

  /**
   * Compares this rank's block of C with the definition, all of it or as many elements, spread
   * evenly, as take that many multiplications.
   *
   * @return how many elements are right, and how many were compared
   */
  Verification verify(long multiplications) {
    int width = myColumns();
    int stride = (int) Math.max(1, (long) c.length * problem.depth() / multiplications);
    while (!BigInteger.ONE.equals(BigInteger.valueOf(stride).gcd(BigInteger.valueOf(width)))) {
      stride++; // or the same columns would be looked at in every row
    }
    int right = 0;
    int compared = 0;
    for (int i = 0; i < c.length; i += stride) {
      int row = rows.start(gridRow) + i / width;
      int column = columns.start(gridColumn) + i % width;
      compared++;
      right += c[i] == Problem.c(row, column, problem.depth()) ? 1 : 0;
    }
    return new Verification(right, compared);
  }

  /** How many elements are right of how many. */
  record Verification(int right, int compared) {}

  /** Collective. */
  @Override
  public void close() {
    armci.barrier(); // others may still be getting from here
    armci.free(a);
    armci.free(b);
    arena.close();
  }
}
