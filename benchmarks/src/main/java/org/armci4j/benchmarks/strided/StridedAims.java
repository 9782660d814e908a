package org.armci4j.benchmarks.strided;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** What the figures should come to, and whether they do. */
final class StridedAims {
  private static final double DISTANT_ROWS = 1.2;
  private static final double WORDS = 2.5;
  private static final double FACES = 1;
  private static final double ROWS = 0.9;
  private static final double ACCUMULATED_ROWS = 0.8;
  private static final long ROWS_FROM_BYTES = 1024;

  private final Report report;
  private final String own;
  private final List<String> peers;
  private final String datatypes;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param report the figures
   * @param own this system's name
   * @param peers the names of those that were measured beside it
   * @param datatypes the one of them that has MPI's datatypes
   */
  StridedAims(Report report, String own, List<String> peers, String datatypes) {
    this.report = report;
    this.own = own;
    this.peers = List.copyOf(peers);
    this.datatypes = datatypes;
  }

  /** A line for each aim that the report has figures for. */
  List<String> lines() {
    lines.clear();
    for (String operation : List.of("put", "get")) {
      beside(StridedPoints.distantRows(operation), peers, "the best peer", DISTANT_ROWS);
      beside(StridedPoints.words(operation), peers, "the best peer", WORDS);
      for (String face : StridedPoints.faces(operation)) {
        beside(face, List.of(datatypes), "MPI datatypes", FACES);
      }
    }
    for (String operation : StridedPoints.OPERATIONS) {
      double aim = operation.equals("accumulate") ? ACCUMULATED_ROWS : ROWS;
      StridedPoints.ROWS_BYTES.stream()
          .filter(rowBytes -> rowBytes >= ROWS_FROM_BYTES)
          .forEach(rowBytes -> besideContiguous(operation, rowBytes, aim));
    }
    return List.copyOf(lines);
  }

  /** How many times faster than the fastest of some subjects. */
  private void beside(String operation, List<String> subjects, String whom, double aim) {
    OptionalDouble best =
        subjects.stream()
            .map(subject -> report.medianNanos(subject, operation))
            .flatMapToDouble(OptionalDouble::stream)
            .min();
    add(operation, "times as fast as " + whom, best, aim);
  }

  private void besideContiguous(String operation, long rowBytes, double aim) {
    OptionalDouble contiguous = report.medianNanos(own, StridedPoints.contiguous(operation));
    add(StridedPoints.rows(operation, rowBytes), "of contiguous bandwidth", contiguous, aim);
  }

  private void add(String operation, String what, OptionalDouble other, double aim) {
    OptionalDouble mine = report.medianNanos(own, operation);
    if (mine.isPresent() && other.isPresent()) {
      double ratio = other.getAsDouble() / mine.getAsDouble();
      lines.add(
          Text.format(
              "%-7s %-22s %5.2f %s, aim %.1f",
              ratio >= aim ? "met" : "NOT MET", operation, ratio, what, aim));
    }
  }
}
