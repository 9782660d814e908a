package org.armci4j.benchmarks.page;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Variant;

/**
 * A figure of this system beside that of the fastest peer.
 *
 * @param own the figure
 * @param best that of the peer
 */
record PeerRatio(Measurement own, Measurement best) {
  /** Returns all figures of a suite that a peer has too. */
  static List<PeerRatio> of(Report suite) {
    List<Measurement> all = suite.merged();
    String system = Variant.decisive(suite, JobMain.OWN);
    return all.stream()
        .filter(one -> one.subject().equals(system) && one.unit().equals(Measurement.NANOS))
        // What is not covered is a difference of times.
        .filter(one -> !one.operation().endsWith(CollectivePoint.UNCOVERED))
        .flatMap(one -> best(one, all).map(peer -> new PeerRatio(one, peer)).stream())
        .toList();
  }

  private static Optional<Measurement> best(Measurement own, List<Measurement> all) {
    return all.stream()
        .filter(one -> !one.subject().startsWith(JobMain.OWN))
        .filter(one -> one.key().equals(own.key().of(one.subject())))
        .min(Comparator.comparingDouble(Measurement::median));
  }

  /** Returns how many times faster this system is. */
  double timesFaster() {
    return best.median() / own.median();
  }

  /** Returns whether the difference is more than the spread of both figures. */
  boolean isClear() {
    return own.isApartFrom(best);
  }
}
