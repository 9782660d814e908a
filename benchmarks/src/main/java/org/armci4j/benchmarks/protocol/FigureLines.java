package org.armci4j.benchmarks.protocol;

import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/** A figure as a line of a rank's output. */
final class FigureLines {
  /** The unit of what is a part of a whole, or a count. */
  static final String NUMBER = "1";

  private static final String FIGURE = "figure|";
  private static final String BEGIN = "figures begin";
  private static final int RANKS = 2;

  private FigureLines() {}

  /**
   * Prints times.
   *
   * @param row of the paper's table
   * @param operation what was measured
   * @param sizeBytes how much it moved, in all or in each segment
   * @param way by which protocol, or which part of it
   */
  static void print(String row, String operation, long sizeBytes, String way, Times nanos) {
    print(row, operation, sizeBytes, way, Measurement.NANOS, nanos);
  }

  static void print(String row, String operation, long sizeBytes, String way, double number) {
    print(row, operation, sizeBytes, way, NUMBER, Times.of(number));
  }

  private static void print(
      String row, String operation, long sizeBytes, String way, String unit, Times times) {
    System.out.println(
        Text.format(
            "%s%s|%s|%d|%s|%s|%.6f|%.6f|%.6f",
            FIGURE,
            row,
            operation,
            sizeBytes,
            way,
            unit,
            times.median(),
            times.min(),
            times.max()));
  }

  /** What was printed so far was measured before the compilers had seen all. */
  static void begin() {
    System.out.println(BEGIN);
  }

  /** Whether a line says so. */
  static boolean isBegin(String line) {
    return line.endsWith(BEGIN);
  }

  /** Whether a line is a figure, which may stand behind a rank's prefix. */
  static boolean isFigure(String line) {
    return line.contains(FIGURE);
  }

  /** The figure of a line: its operation is row and operation, its subject the way. */
  static Measurement parse(String line) {
    String text = line.substring(line.indexOf(FIGURE) + FIGURE.length());
    List<String> words = List.of(text.split("\\|", -1));
    return new Measurement(
        words.get(3),
        words.get(0) + " " + words.get(1),
        Long.parseLong(words.get(2)),
        RANKS,
        words.get(4),
        Double.parseDouble(words.get(5)),
        Double.parseDouble(words.get(6)),
        Double.parseDouble(words.get(7)));
  }
}
