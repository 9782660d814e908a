package org.armci4j.cli.profile;

/** Marks numbers of a profile that are estimates, in the table that is read and on the page. */
final class Estimate {
  /** Says what the mark means. */
  static final String LEGEND =
      "~ marks an estimate: frequent short operations and fences, frequent collectives, and source"
          + " lines are sampled";

  private Estimate() {}

  /** Returns what stands in front of a number. */
  static String mark(boolean isEstimate) {
    return isEstimate ? "~" : "";
  }
}
