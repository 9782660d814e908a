package org.armci4j.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.armci4j.benchmarks.report.Variant;

/**
 * Something that is measured: a program that runs on so many ranks and prints {@link ResultLines}.
 *
 * @param name as the report calls it
 * @param launch the command that starts it on a number of ranks; the suite's arguments follow
 */
public record Subject(String name, IntFunction<List<String>> launch) {
  /**
   * The same under another name.
   *
   * @param other as the report shall call it
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
