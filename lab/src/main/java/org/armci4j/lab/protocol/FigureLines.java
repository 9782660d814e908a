package org.armci4j.lab.protocol;

import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.report.Measurement;

/** The figures of the paper's rows, as result lines: the row stands before the operation. */
final class FigureLines {
  /** The unit of what is a part of a whole, or a count. */
  static final String NUMBER = "1";

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
    ResultLines.print(
        ResultLines.word(row + " " + operation),
        sizeBytes,
        new double[] {times.median(), times.min(), times.max()},
        ResultLines.unit(unit),
        ResultLines.by(way));
  }
}
