package org.armci4j.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Formats rows of cells in columns as wide as their widest cell: the first aligned left, the others
 * right.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Creates an empty table. */
  public TextTable() {}

  /**
   * Adds a row.
   *
   * @param cells as a rule as many as in the other rows
   */
  public void add(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /** Returns the table with a line end after each row. */
  @Override
  public String toString() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String space = " ".repeat(widths[column] - cell.length());
        line.append(column == 0 ? cell + space : GAP + space + cell);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int[] widths() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }
}
