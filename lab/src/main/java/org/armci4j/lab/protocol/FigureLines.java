package org.armci4j.lab.protocol;

import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.report.Measurement;

/** Prints the figures of the paper's rows as result lines, named after row and operation. */
final class FigureLines {
  /** Unit of shares and counts. */
  static final String NUMBER = "1";

  private FigureLines() {}

  /**
   * Prints times.
   *
   * @param row the row of the paper's table
   * @param operation the measured operation
   * @param sizeBytes number of bytes moved, in all or in each segment
   * @param way the protocol, or the part of it that took the time
   * @param nanos the times
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
