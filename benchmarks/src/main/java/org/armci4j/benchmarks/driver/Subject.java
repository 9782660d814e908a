package org.armci4j.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.report.MixedReport;

/**
 * Something to measure: a program that runs on a number of ranks and prints {@link ResultLines}.
 *
 * @param name its name in the report
 * @param launch returns the command that starts it on a number of ranks; the suite's arguments
 *     follow
 */
public record Subject(String name, IntFunction<List<String>> launch) {
  /**
   * Returns the same subject under another name.
   *
   * @param other its name in the report
   */
  public Subject named(String other) {
    return new Subject(other, launch);
  }

  /** Returns the same program, told to perform the {@link Mix} before it measures. */
  public Subject mixed() {
    return new Subject(
        MixedReport.subject(name),
        ranks -> {
          List<String> command = new ArrayList<>(launch.apply(ranks));
          command.add(Mix.ARGUMENT);
          return command;
        });
  }
}
