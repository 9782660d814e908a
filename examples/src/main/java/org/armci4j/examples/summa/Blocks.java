package org.armci4j.examples.summa;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;

/**
 * Holds the division of the matrices among the ranks, and this rank's blocks of A and B. A's block
 * lies column by column and B's row by row, so that a panel is one piece of memory.
 */
final class Blocks implements AutoCloseable {
  private final Armci armci;
  private final Problem problem;
  private final ProcessGrid grid;
  private final Split rows;
  private final Split columns;
  private final Split columnsOfA;
  private final Split rowsOfB;
  private final int gridRow;
  private final int gridColumn;
  private final GlobalMemory a;
  private final GlobalMemory b;

  /** Allocates and fills the matrices. Collective. */
  Blocks(Armci armci, Problem problem, ProcessGrid grid) {
    this.armci = armci;
    this.problem = problem;
    this.grid = grid;
    this.rows = new Split(problem.rows(), grid.height());
    this.columns = new Split(problem.columns(), grid.width());
    this.columnsOfA = new Split(problem.depth(), grid.width());
    this.rowsOfB = new Split(problem.depth(), grid.height());
    this.gridRow = grid.row(armci.rank());
    this.gridColumn = grid.column(armci.rank());
    this.a = armci.allocate(bytes(myRows(), columnsOfA.count(gridColumn)));
    this.b = armci.allocate(bytes(rowsOfB.count(gridRow), myColumns()));
    fill();
    armci.barrier();
  }

  private void fill() {
    int firstOfA = columnsOfA.start(gridColumn);
    int firstOfB = rowsOfB.start(gridRow);
    long index = 0;
    for (int k = 0; k < columnsOfA.count(gridColumn); k++) {
      for (int row = 0; row < myRows(); row++) {
        a.local().setAtIndex(JAVA_DOUBLE, index++, Problem.a(firstRow() + row, firstOfA + k));
      }
    }
    index = 0;
    for (int k = 0; k < rowsOfB.count(gridRow); k++) {
      for (int column = 0; column < myColumns(); column++) {
        b.local().setAtIndex(JAVA_DOUBLE, index++, Problem.b(firstOfB + k, firstColumn() + column));
      }
    }
  }

  private static long bytes(long height, long width) {
    return height * width * Double.BYTES;
  }

  Armci armci() {
    return armci;
  }

  Problem problem() {
    return problem;
  }

  ProcessGrid grid() {
    return grid;
  }

  /** Returns this rank's row in the grid of ranks. */
  int gridRow() {
    return gridRow;
  }

  /** Returns this rank's column in the grid of ranks. */
  int gridColumn() {
    return gridColumn;
  }

  /** Returns the first row of C in this rank's block. */
  int firstRow() {
    return rows.start(gridRow);
  }

  /** Returns the number of rows of A and C in this rank's blocks. */
  int myRows() {
    return rows.count(gridRow);
  }

  /** Returns the first column of C in this rank's block. */
  int firstColumn() {
    return columns.start(gridColumn);
  }

  /** Returns the number of columns of B and C in this rank's blocks. */
  int myColumns() {
    return columns.count(gridColumn);
  }

  GlobalMemory a() {
    return a;
  }

  GlobalMemory b() {
    return b;
  }

  List<Panel> panels(int panelDepth) {
    return Panel.all(columnsOfA, rowsOfB, panelDepth);
  }

  /** Returns the rank in this rank's row that holds the panel's columns of A. */
  int ownerOfA(Panel panel) {
    return grid.rank(gridRow, panel.ownerColumn());
  }

  /** Returns the rank in this rank's column that holds the panel's rows of B. */
  int ownerOfB(Panel panel) {
    return grid.rank(panel.ownerRow(), gridColumn);
  }

  /** Returns the offset, in the owner's block of A, of this rank's part of the panel. */
  long offsetOfA(Panel panel) {
    return bytes(panel.start() - columnsOfA.start(panel.ownerColumn()), myRows());
  }

  /** Returns the offset, in the owner's block of B, of this rank's part of the panel. */
  long offsetOfB(Panel panel) {
    return bytes(panel.start() - rowsOfB.start(panel.ownerRow()), myColumns());
  }

  /** Returns the bytes of A that this rank needs for {@code depth} columns. */
  long bytesOfA(int depth) {
    return bytes(depth, myRows());
  }

  /** Returns the bytes of B that this rank needs for {@code depth} rows. */
  long bytesOfB(int depth) {
    return bytes(depth, myColumns());
  }

  /** Returns the most bytes of A that any rank needs for {@code depth} columns. */
  long mostBytesOfA(int depth) {
    return bytes(depth, rows.largest());
  }

  /** Returns the most bytes of B that any rank needs for {@code depth} rows. */
  long mostBytesOfB(int depth) {
    return bytes(depth, columns.largest());
  }

  /** Frees the matrices. Collective. */
  @Override
  public void close() {
    armci.barrier(); // others may still get from here
    armci.free(a);
    armci.free(b);
  }
}
