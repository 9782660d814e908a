package org.armci4j.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.armci4j.bootstrap.text.Text;

/**
 * What a mix of other calls costs: the figures of this system in a JVM that has done one before it
 * measures, beside those in a fresh JVM.
 */
public final class MixedReport {
  /** How many times as long a call may take as in a fresh JVM. */
  static final double AIM = 1.25;

  private static final String MIXED = "-mixed";

  private MixedReport() {}

  /**
   * What a subject is called that does the mix first.
   *
   * @param subject its name without
   */
  public static String subject(String subject) {
    return subject + MIXED;
  }

  /**
   * Whose figures count beside the peers' and the aims: those after the mix, where there are any.
   *
   * @param report the figures
   * @param subject this system
   * @return one of its two names
   */
  public static String decisive(Report report, String subject) {
    String mixed = subject(subject);
    boolean there = report.merged().stream().anyMatch(one -> one.subject().equals(mixed));
    return there ? mixed : subject;
  }

  /** The same figure after the mix. */
  static Optional<Measurement> find(Report report, Measurement fresh) {
    return report.find(
        new Measurement.Key(
            subject(fresh.subject()),
            fresh.operation(),
            fresh.sizeBytes(),
            fresh.ranks(),
            fresh.unit()));
  }

  /**
   * A line for each figure that was measured both ways.
   *
   * @param report the figures
   * @param subject this system
   */
  public static List<String> lines(Report report, String subject) {
    List<String> lines = new ArrayList<>();
    for (Measurement fresh : report.merged()) {
      if (fresh.subject().equals(subject) && fresh.unit().equals(Measurement.NANOS)) {
        find(report, fresh).map(mixed -> line(report, fresh, mixed)).ifPresent(lines::add);
      }
    }
    return lines;
  }

  private static String line(Report report, Measurement fresh, Measurement mixed) {
    double ratio = report.ratio(mixed, fresh);
    return Text.format(
        "%-7s %-22s %7d bytes, %d ranks: %5.2f times as long after the mix, aim %.2f",
        ratio <= AIM ? "met" : "NOT MET",
        fresh.operation(),
        fresh.sizeBytes(),
        fresh.ranks(),
        ratio,
        AIM);
  }
}
