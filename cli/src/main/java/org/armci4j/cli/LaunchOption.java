package org.armci4j.cli;

import java.util.List;

/** Lists the options that say how ranks are started, shared by the commands that start ranks. */
enum LaunchOption {
  RANKS("-n -np --ranks", "N", "Number of ranks; if not said, %s."),
  HOSTS("--hosts", "HOST:N,...", "Runs N ranks on each HOST, started by ssh (setting sshCommand)."),
  THREADS("--threads", null, "Ranks are threads of one JVM instead of processes."),
  TRANSPORT("--transport", "NAME", "Transport between ranks; see: armci info."),
  TIMEOUT("--timeout", "SECONDS", "Ends the job with exit code 124 after this time."),
  STALL(
      "--stall",
      "SECONDS",
      "Tells on standard error what every rank waits for when one has waited this long, and again"
          + " while it waits; if not said, armci run on a terminal tells it once, after 30 s."),
  GRACE(
      "--grace",
      "SECONDS",
      "Time for ranks to end, with their shutdown hooks, before they are killed: behind the failure"
          + " of one, 1 if not said; behind SIGTERM or Ctrl-C to armci, or --timeout, 25 if not"
          + " said. A second Ctrl-C kills at once."),
  STANDARD_INPUT(
      "--stdin",
      "none|0|all",
      "Which ranks get standard input; 0 if not said. It is read ahead of them: say none in a loop"
          + " of the shell that reads lines."),
  ON_FAILURE(
      "--on-failure",
      "abort|continue",
      "What the failure of a rank does: abort ends the job, and is meant if not said; continue lets"
          + " the other ranks go on."),
  SPARES(
      "--spares",
      "K",
      "Starts a rank that fails again, up to K times in all, and lets all ranks meet anew; for"
          + " programs that open Armci again. Beside it --on-failure abort is refused, and continue"
          + " has no effect."),
  LABEL("--label", null, "Starts every line of output with [rank]."),
  OUTPUT(
      "--output",
      "FILE",
      "Writes what each rank prints to a file of its own, such as out/{rank}.log."),
  DEBUG(
      "--debug",
      "RANK[:PORT]",
      "Has this rank wait for a debugger before it runs, and says where to attach it."),
  PROFILE(
      "--profile",
      null,
      "Tells at the end, on standard error, where each rank's time went: transfers, waits,"
          + " collectives, source lines, and who came late."),
  PROFILE_PAGE(
      "--profile=html",
      null,
      "Writes armci-profile.html with the same at the end, and with a timeline and a matrix of who"
          + " sends how much to whom."),
  TRACE(
      "--trace",
      "FILE",
      "Writes a timeline of all ranks' operations, waits and collectives, for Perfetto"
          + " (ui.perfetto.dev)."),
  JVM_ARGUMENT(
      "--jvm-arg",
      "ARG",
      "Option for the ranks' JVMs, with {rank} for the number; may be repeated."),
  ENVIRONMENT(
      "--env",
      "NAME=VALUE",
      "Environment variable of the ranks, with {rank} for the number; may be repeated."),
  CLASS_PATH("-cp --class-path", "PATH", "Class path of the program; may be repeated."),
  MODULE_PATH("-p --module-path", "PATH", "Module path of the program."),
  JAR("-jar", "FILE", "Runs the main class of a jar; what follows is the program's."),
  MODULE("-m --module", "MODULE[/CLASS]", "Runs a module's class; what follows is the program's.");

  /** Names, separated by blanks. */
  private final String names;

  private final String label;
  private final String description;

  LaunchOption(String names, String label, String description) {
    this.names = names;
    this.label = label;
    this.description = description;
  }

  /** Returns the option of this name, or null. */
  static LaunchOption of(String name) {
    for (LaunchOption option : values()) {
      if (List.of(option.names()).contains(name)) {
        return option;
      }
    }
    return null;
  }

  /** Returns the name to use in messages. */
  String shownName() {
    return names()[0];
  }

  /** Returns the names of the option. */
  String[] names() {
    return names.split(" ");
  }

  /** Returns the name of the value in the help; null when the option has no value. */
  String label() {
    return label;
  }

  String description() {
    return description;
  }

  boolean hasValue() {
    return label != null;
  }

  boolean isRepeatable() {
    return this == JVM_ARGUMENT || this == ENVIRONMENT || this == CLASS_PATH;
  }

  /** Returns whether its value is the program, so that all later words are the program's. */
  boolean namesTheProgram() {
    return this == JAR || this == MODULE;
  }

  /** Returns whether only the command that runs a user's own program takes it. */
  boolean isOfOwnPrograms() {
    return this == OUTPUT
        || this == DEBUG
        || this == PROFILE
        || this == PROFILE_PAGE
        || this == TRACE
        || this == MODULE_PATH
        || namesTheProgram();
  }
}
