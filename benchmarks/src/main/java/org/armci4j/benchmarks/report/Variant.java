package org.armci4j.benchmarks.report;

import java.util.Optional;

/**
 * What a mix of other calls costs: the figures of this system in a JVM that has done one before it
 * measures, beside those in a fresh JVM.
 */
public final class MixedReport {
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
}
