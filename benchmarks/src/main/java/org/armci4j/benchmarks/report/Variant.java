package org.armci4j.benchmarks.report;

import java.util.Arrays;
import java.util.Optional;

/**
 * Names another measurement of this system, beside that in a fresh JVM with native memory. A
 * variant is a subject of its own, with a column of its own in the report.
 */
public enum Variant {
  /** In a JVM that performs a mix of other calls before it measures. */
  MIXED("mixed"),
  /** From Java arrays to Java arrays. */
  HEAP("heap"),
  /** With the recording that a profile is made of. */
  RECORDED("recorded"),
  /** With events, in a recording of the JDK's Flight Recorder. */
  EVENTS("events"),
  /** With a profile and a trace. */
  TRACED("traced");

  private final String word;

  Variant(String word) {
    this.word = word;
  }

  /** Returns the first argument of a rank's program, and the variant's name in a report. */
  public String word() {
    return word;
  }

  /**
   * Returns whether the arguments of a rank's program ask for this variant.
   *
   * @param arguments all arguments
   */
  public boolean isAsked(String[] arguments) {
    return arguments.length > 0 && arguments[0].equals(word);
  }

  /**
   * Returns the program's own arguments.
   *
   * @param arguments all arguments
   * @return the arguments behind the {@link #word}; all if it is missing
   */
  public String[] without(String[] arguments) {
    return isAsked(arguments) ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
  }

  /**
   * Returns the name of a subject in this variant.
   *
   * @param subject its name without the variant
   */
  public String subject(String subject) {
    return subject + "-" + word;
  }

  /** Returns whether a report has figures of this variant. */
  boolean isIn(Report report, String subject) {
    return report.merged().stream().anyMatch(one -> one.subject().equals(subject(subject)));
  }

  /** Returns the same figure, measured in this variant. */
  Optional<Measurement> find(Report report, Measurement fresh) {
    return report.find(fresh.key().of(subject(fresh.subject())));
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
    return MIXED.isIn(report, subject) ? MIXED.subject(subject) : subject;
  }
}
