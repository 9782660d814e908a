package org.armci4j.benchmarks.driver;

import java.time.Duration;
import java.util.List;

/** Runs another program to its end. */
final class Command {
  private Command() {}

  /**
   * How it ended.
   *
   * @param exitCode 0 when all went well
   * @param timedOut whether it was ended because it took too long
   * @param lines all that it printed, standard output and error
   */
  record Outcome(int exitCode, boolean timedOut, List<String> lines) {
    String lastLines() {
      return RunningProgram.lastOf(lines);
    }
  }

  /** Runs a program with no input; when this JVM ends, the program does too. */
  static Outcome run(List<String> command, Duration limit) {
    try (RunningProgram program = RunningProgram.start(command)) {
      program.endInput();
      boolean ended = program.awaitEnd(limit);
      return new Outcome(program.exitCode(), !ended, program.lines());
    }
  }
}
