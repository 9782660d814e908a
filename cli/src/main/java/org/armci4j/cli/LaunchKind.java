package org.armci4j.cli;

import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.text.Text;

/** Names the commands that start a program on several ranks. */
enum LaunchKind {
  RUN("run", ProgramCatalog.EXAMPLES, "example", null, true),
  BENCH("bench", ProgramCatalog.BENCHMARKS, "suite", 2, false);

  private final String command;
  private final String programs;
  private final String noun;
  private final Integer defaultRanks;
  private final boolean ownProgramsToo;

  LaunchKind(
      String command, String programs, String noun, Integer defaultRanks, boolean ownProgramsToo) {
    this.command = command;
    this.programs = programs;
    this.noun = noun;
    this.defaultRanks = defaultRanks;
    this.ownProgramsToo = ownProgramsToo;
  }

  /** Returns the kind of a command, or null. */
  static LaunchKind of(String command) {
    for (LaunchKind kind : values()) {
      if (kind.command.equals(command)) {
        return kind;
      }
    }
    return null;
  }

  /** Returns the number of ranks without an option, for the help. */
  String otherwise() {
    return defaultRanks == null ? "as many as --hosts takes" : defaultRanks.toString();
  }

  /** Returns the title above the list of programs. */
  String title() {
    return Character.toUpperCase(noun.charAt(0)) + noun.substring(1) + "s:";
  }

  /** Returns whether the command has this option. */
  boolean takes(LaunchOption option) {
    return ownProgramsToo || !option.isOfOwnPrograms();
  }

  /** Returns the programs that the command knows by name. */
  ProgramNames names() {
    return new ProgramNames(programs, noun);
  }

  /**
   * Returns the plan of the job that the words ask for.
   *
   * @throws UsageException when the job is not possible
   */
  JobPlan plan(LaunchWords words) {
    words.program().forEach(UsageException::requireReadable);
    words.options().values().forEach(values -> values.forEach(UsageException::requireReadable));
    for (LaunchOption option : words.options().keySet()) {
      if (!takes(option)) {
        throw new UsageException(option.shownName() + " is an option of: armci run");
      }
    }
    if (words.program().isEmpty()) {
      throw new UsageException(Text.format("say which %s to run: %s", noun, names().all()));
    }
    LaunchOptions options = new LaunchOptions(words, defaultRanks, !ownProgramsToo);
    ProgramFinder finder = new ProgramFinder(names(), words, options.classPath());
    return options.plan(ownProgramsToo ? finder.find() : suite(finder, words));
  }

  private Program suite(ProgramFinder finder, LaunchWords words) {
    return finder
        .named()
        .orElseThrow(() -> new UsageException(names().missing(words.program().getFirst())));
  }
}
