package org.armci4j.lab.papers;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;

/**
 * One figure of an experiment.
 *
 * @param by the experiment
 * @param subject the measured system or protocol
 * @param operation the operation
 * @param sizeBytes number of bytes, or {@link #EVERY_SIZE}
 * @param ranks number of ranks
 */
record PaperFigure(Experiment by, String subject, String operation, long sizeBytes, int ranks) {
  /** In place of a size: the median over all, where figures of rounds stand at their numbers. */
  static final long EVERY_SIZE = -1;

  /** Returns the figure; empty if the results lack it. */
  Optional<Measurement> in(Results results) {
    return in(results.suites().stream());
  }

  /** Returns the figure; empty if a suite lacks it. */
  Optional<Measurement> in(Report suite) {
    return in(Stream.of(suite));
  }

  private Optional<Measurement> in(Stream<Report> suites) {
    List<Measurement> found =
        suites.flatMap(suite -> suite.merged().stream()).filter(this::isOf).toList();
    return found.isEmpty() ? Optional.empty() : Optional.of(Measurement.merge(found));
  }

  boolean isOfOneSize() {
    return sizeBytes != EVERY_SIZE;
  }

  private boolean isOf(Measurement one) {
    return one.subject().equals(subject)
        && one.operation().equals(operation)
        && (!isOfOneSize() || one.sizeBytes() == sizeBytes)
        && one.ranks() == ranks;
  }
}
