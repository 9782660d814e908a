package org.armci4j.benchmarks.report;

import java.util.Optional;

/**
 * Tells the cost of a mix of other calls: the figures of this system in a JVM that performed the
 * mix first, beside those in a fresh JVM.
 */
public final class MixedReport {
  private static final String MIXED = "-mixed";

  private MixedReport() {}

  /**
   * Returns the name of a subject that performs the mix first.
   *
   * @param subject its name without the mix
   */
  public static String subject(String subject) {
    return subject + MIXED;
  }

  /**
   * Returns the name of the subject whose figures count against peers and aims: after the mix if
   * there are such figures, else fresh.
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

  /** Returns the same figure, measured after the mix. */
  static Optional<Measurement> find(Report report, Measurement fresh) {
    return report.find(
        new Measurement.Key(
            subject(fresh.subject()),
            fresh.operation(),
            fresh.sizeBytes(),
            fresh.ranks(),
            fresh.unit()));
  }
}
