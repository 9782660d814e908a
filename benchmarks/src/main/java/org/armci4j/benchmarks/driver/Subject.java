package org.armci4j.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.armci4j.benchmarks.report.Variant;

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

  /** Returns the same program in a variant, which its first argument names. */
  public Subject as(Variant variant) {
    return new Subject(
        variant.subject(name),
        ranks -> {
          List<String> command = new ArrayList<>(launch.apply(ranks));
          command.add(variant.word());
          return command;
        });
  }
}
