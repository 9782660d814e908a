package org.armci4j.examples.summa;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;

/**
 * How the matrices are shared out, and this rank's blocks of A and B. A's block lies column by
 * column and B's row by row, so that a panel is one piece of memory.
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

  /** Collective. Fills the matrices. */
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

  /** This rank's row in the grid of ranks. */
  int gridRow() {
    return gridRow;
  }

  /** This rank's column in the grid of ranks. */
  int gridColumn() {
    return gridColumn;
  }

  /** The first row of C that is this rank's. */
  int firstRow() {
    return rows.start(gridRow);
  }

  /** How many rows of A and C are this rank's. */
  int myRows() {
    return rows.count(gridRow);
  }

  /** The first column of C that is this rank's. */
  int firstColumn() {
    return columns.start(gridColumn);
  }

  /** How many columns of B and C are this rank's. */
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

  /** The rank in this rank's row that has the panel's columns of A. */
  int ownerOfA(Panel panel) {
    return grid.rank(gridRow, panel.ownerColumn());
  }

  /** The rank in this rank's column that has the panel's rows of B. */
  int ownerOfB(Panel panel) {
    return grid.rank(panel.ownerRow(), gridColumn);
  }

  /** Where in its owner's block this rank's part of the panel begins. */
  long offsetOfA(Panel panel) {
    return bytes(panel.start() - columnsOfA.start(panel.ownerColumn()), myRows());
  }

  /** Where in its owner's block this rank's part of the panel begins. */
  long offsetOfB(Panel panel) {
    return bytes(panel.start() - rowsOfB.start(panel.ownerRow()), myColumns());
  }

  /** How much of A this rank needs for so many columns. */
  long bytesOfA(int depth) {
    return bytes(depth, myRows());
  }

  /** How much of B this rank needs for so many rows. */
  long bytesOfB(int depth) {
    return bytes(depth, myColumns());
  }

  /** How much of A any rank needs for so many columns. */
  long mostBytesOfA(int depth) {
    return bytes(depth, rows.largest());
  }

  /** How much of B any rank needs for so many rows. */
  long mostBytesOfB(int depth) {
    return bytes(depth, columns.largest());
  }

  /** Collective. */
  @Override
  public void close() {
    armci.barrier(); // others may still be getting from here
    armci.free(a);
    armci.free(b);
  }
}
