package org.armci4j.lab.storm;

import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.storm.JobLines.Line;
import org.armci4j.lab.storm.JobLines.News;

/**
 * What was seen of a job that lost ranks.
 *
 * @param ended whether all its processes have ended in time
 * @param exitCode the launcher's; -1 while it runs
 * @param lines what launcher and ranks have said
 * @param left a line for each process and file that is left
 * @param startNanos when the job was started
 * @param struckNanos when the signals were sent
 * @param endNanos when its last process was seen to have ended
 */
record LossTrace(
    boolean ended,
    int exitCode,
    List<Line> lines,
    List<String> left,
    long startNanos,
    long struckNanos,
    long endNanos) {
  /** Returns the lines of one kind. */
  List<Line> of(News news) {
    return lines.stream().filter(line -> line.news() == news).toList();
  }

  /** Returns the lines with their times, for people. */
  List<String> told() {
    return lines.stream()
        .map(
            line ->
                Text.format("  %6d ms  %s", (line.nanos() - startNanos) / 1_000_000, line.text()))
        .toList();
  }

  /** Returns whether a line has this text. */
  boolean says(String text) {
    return lines.stream().anyMatch(line -> line.text().contains(text));
  }
}
