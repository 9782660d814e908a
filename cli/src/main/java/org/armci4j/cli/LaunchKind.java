package org.armci4j.cli;

import java.util.List;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;

/** The commands that start a program on several ranks. */
enum LaunchKind {
  RUN("run", ProgramCatalog.EXAMPLES, "example", null, true),
  BENCH("bench", ProgramCatalog.BENCHMARKS, "suite", 2, false);

  private final String command;
  private final String programs;
  private final String noun;
  private final Integer defaultRanks;
  private final boolean classesToo;

  LaunchKind(
      String command, String programs, String noun, Integer defaultRanks, boolean classesToo) {
    this.command = command;
    this.programs = programs;
    this.noun = noun;
    this.defaultRanks = defaultRanks;
    this.classesToo = classesToo;
  }

  /** The kind behind a command's name, or null. */
  static LaunchKind of(String command) {
    for (LaunchKind kind : values()) {
      if (kind.command.equals(command)) {
        return kind;
      }
    }
    return null;
  }

  /** The number of ranks if nothing is said, for the help. */
  String otherwise() {
    return defaultRanks == null ? "as many as --hosts takes" : defaultRanks.toString();
  }

  /** What these words ask for. */
  JobPlan plan(LaunchWords words) {
    LaunchOptions options = new LaunchOptions(words, defaultRanks);
    List<String> program = words.program();
    String mainClass = mainClass(program.getFirst(), options.classPath());
    return options.plan(mainClass, program.subList(1, program.size()));
  }

  private String mainClass(String program, List<String> classPath) {
    ProgramNames names = new ProgramNames(programs, noun);
    return names.find(program).orElseGet(() -> existingClass(names, program, classPath));
  }

  private String existingClass(ProgramNames names, String program, List<String> classPath) {
    if (classesToo && ClassPath.holds(classPath, program)) {
      return program;
    }
    throw new UsageException(
        classesToo && program.contains(".")
            ? "no class '" + program + "' on the class path; say with -cp where it is"
            : names.missing(program));
  }
}
