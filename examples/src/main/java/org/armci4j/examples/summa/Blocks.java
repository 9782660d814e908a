package org.armci4j.examples.summa;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.strided.Section;

/**
 * Holds the division of the matrices among the ranks, and this rank's blocks of A and B. Blocks are
 * row-major with a leading dimension, so that the panels of both are strided.
 */
final class Blocks implements AutoCloseable {
  /** Elements between the rows of a block, as programs pad rows against conflicts in caches. */
  private static final int PADDING = 8;

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
    int widthOfA = columnsOfA.count(gridColumn);
    int heightOfB = rowsOfB.count(gridRow);
    this.a = armci.allocate(bytes(myRows(), leading(widthOfA)));
    this.b = armci.allocate(bytes(heightOfB, leading(myColumns())));
    int firstOfA = columnsOfA.start(gridColumn);
    int firstOfB = rowsOfB.start(gridRow);
    fill(a, myRows(), widthOfA, (i, j) -> Problem.a(firstRow() + i, firstOfA + j));
    fill(b, heightOfB, myColumns(), (i, j) -> Problem.b(firstOfB + i, firstColumn() + j));
    armci.barrier();
  }

  /** Returns an element of a block. */
  private interface ElementAt {
    double at(int row, int column);
  }

  /** Fills a block. A padding that gets into a product spoils it, as it is not a number. */
  private static void fill(GlobalMemory block, int rows, int columns, ElementAt element) {
    long index = 0;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < leading(columns); column++) {
        double value = column < columns ? element.at(row, column) : Double.NaN;
        block.local().setAtIndex(JAVA_DOUBLE, index++, value);
      }
    }
  }

  /** Returns the elements from one row of a block to the next. */
  private static int leading(int columns) {
    return columns + PADDING;
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

  /** Returns this rank's rows of the panel's columns, in the owner's block of A. */
  Section partOfA(Panel panel) {
    int column = panel.start() - columnsOfA.start(panel.ownerColumn());
    return part(column, myRows(), panel.depth(), columnsOfA.count(panel.ownerColumn()));
  }

  /** Returns this rank's columns of the panel's rows, in the owner's block of B. */
  Section partOfB(Panel panel) {
    int row = panel.start() - rowsOfB.start(panel.ownerRow());
    return part((long) row * leading(myColumns()), panel.depth(), myColumns(), myColumns());
  }

  /** Returns a part of a block that is {@code blockColumns} wide. */
  private static Section part(long first, int rows, int columns, int blockColumns) {
    long[] strides = {bytes(1, leading(blockColumns))};
    return Section.of(bytes(1, first), strides, new long[] {bytes(1, columns), rows});
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
