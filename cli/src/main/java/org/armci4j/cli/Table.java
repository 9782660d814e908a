package org.armci4j.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prints a titled table of text, its columns as wide as their widest cell. */
final class Table {
  private static final String GAP = "  ";

  private final String title;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String title) {
    this.title = title;
  }

  /** Adds rows, all with the same number of cells. */
  Table rows(Stream<List<String>> more) {
    more.forEach(rows::add);
    return this;
  }

  void print(PrintWriter out) {
    out.println();
    out.println(title);
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        line.append(GAP).append(cell).repeat(' ', width(column) - cell.length());
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
