package org.armci4j.benchmarks.driver;

import java.time.Duration;
import java.util.List;

/** Runs another program to its end. */
public final class Command {
  private Command() {}

  /**
   * Holds how the program ended.
   *
   * @param exitCode 0 on success
   * @param lines everything that the program printed, standard output and error together
   */
  public record Outcome(int exitCode, List<String> lines) {
    /** Returns the last lines, for a message. */
    public String lastLines() {
      return RunningProgram.lastOf(lines);
    }
  }

  /**
   * Runs a program without input. The program ends with this JVM at the latest.
   *
   * @param command its name and arguments
   * @param limit longest time, after which it is killed
   */
  public static Outcome run(List<String> command, Duration limit) {
    try (RunningProgram program = RunningProgram.start(command)) {
      program.endInput();
      program.awaitEnd(limit); // the exit code ends a program that still runs
      return new Outcome(program.exitCode(), program.lines());
    }
  }
}
