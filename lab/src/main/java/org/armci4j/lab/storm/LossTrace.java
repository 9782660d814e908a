package org.armci4j.lab.storm;

import java.util.List;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.storm.JobLines.Line;
import org.armci4j.lab.storm.JobLines.LineKind;

/**
 * Holds what was seen of a job that lost ranks.
 *
 * @param ended whether all its processes have ended in time
 * @param exitCode the launcher's; -1 while it runs
 * @param lines what launcher and ranks have said
 * @param left a line for each process and file that is left
 * @param startNanos when the job was started
 * @param struck whether ranks were found to attack
 * @param struckNanos when they were first attacked
 * @param endNanos when its last process was seen to have ended
 */
record LossTrace(
    boolean ended,
    int exitCode,
    List<Line> lines,
    List<String> left,
    long startNanos,
    boolean struck,
    long struckNanos,
    long endNanos) {
  private static final Pattern UCX_ASSERTION =
      Pattern.compile("ucp_request\\.c:\\d+ +Assertion|rma_sw\\.c:\\d+ +Fatal: unexpected error");

  /** Returns the lines of one kind. */
  List<Line> of(LineKind kind) {
    return lines.stream().filter(line -> line.kind() == kind).toList();
  }

  /** Returns the lines with their times, for people. */
  List<String> told() {
    return lines.stream()
        .map(
            line ->
                Text.format("  %6d ms  %s", (line.nanos() - startNanos) / 1_000_000, line.text()))
        .toList();
  }

  /**
   * Returns whether UCX has ended a rank by an assertion, as version 1.13 does when a connection
   * fails while it makes one, or a rank answers a dying one.
   */
  boolean ucxDied() {
    return !ucxAssertions().isEmpty() && says("was killed by SIGABRT");
  }

  /** Returns the lines in which UCX tells why it ends a rank. */
  List<String> ucxAssertions() {
    return lines.stream().map(Line::text).filter(UCX_ASSERTION.asPredicate()).toList();
  }

  /** Returns whether a line has this text. */
  boolean says(String text) {
    return lines.stream().anyMatch(line -> line.text().contains(text));
  }
}
