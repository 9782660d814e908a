package org.armci4j.examples.summa;

import java.util.ArrayList;
import java.util.List;

/**
 * Names some columns of A and the same rows of B, held by one column and one row of ranks.
 *
 * @param start the first
 * @param depth their number
 * @param ownerColumn the column of ranks that has these columns of A
 * @param ownerRow the row of ranks that has these rows of B
 */
record Panel(int start, int depth, int ownerColumn, int ownerRow) {
  /** Returns all panels, none deeper than {@code largestDepth}. */
  static List<Panel> all(Split columnsOfA, Split rowsOfB, int largestDepth) {
    List<Panel> panels = new ArrayList<>();
    for (int start = 0; start < columnsOfA.length(); ) {
      int column = columnsOfA.owner(start);
      int row = rowsOfB.owner(start);
      int end = Math.min(columnsOfA.start(column + 1), rowsOfB.start(row + 1));
      int depth = Math.min(end - start, largestDepth);
      panels.add(new Panel(start, depth, column, row));
      start += depth;
    }
    return panels;
  }
}
