package org.armci4j.cli;

/** The options that say how ranks are started, shared by the commands that start some. */
enum LaunchOption {
  RANKS("-n", "--ranks", "N", "Number of ranks; if not said, %s."),
  HOSTS("--hosts", "HOST:N,...", "Runs N ranks on each HOST, started by ssh (setting sshCommand)."),
  THREADS("--threads", null, "Ranks are threads of one JVM instead of processes."),
  TRANSPORT("--transport", "NAME", "Transport between ranks; see: armci info."),
  TIMEOUT("--timeout", "SECONDS", "Ends the job with exit code 124 after this time."),
  STALL(
      "--stall",
      "SECONDS",
      "Tells on standard error what every rank waits for when one has waited this long."),
  GRACE("--grace", "SECONDS", "Time for the others to end when a rank has failed; 1 if not said."),
  LABEL("--label", null, "Starts every line of output with [rank]."),
  JVM_ARGUMENT("--jvm-arg", "ARG", "Option for the ranks' JVMs; may be repeated."),
  ENVIRONMENT("--env", "NAME=VALUE", "Environment variable of the ranks; may be repeated."),
  CLASS_PATH("-cp", "--class-path", "PATH", "Class path of the program.");

  private final String name;
  private final String otherName;
  private final String label;
  private final String description;

  LaunchOption(String name, String label, String description) {
    this(name, name, label, description);
  }

  LaunchOption(String name, String otherName, String label, String description) {
    this.name = name;
    this.otherName = otherName;
    this.label = label;
    this.description = description;
  }

  /** The option of this name, or null. */
  static LaunchOption of(String name) {
    for (LaunchOption option : values()) {
      if (option.name.equals(name) || option.otherName.equals(name)) {
        return option;
      }
    }
    return null;
  }

  /** How it is called in messages. */
  String shownName() {
    return name;
  }

  /** The names it may be given by. */
  String[] names() {
    return name.equals(otherName) ? new String[] {name} : new String[] {name, otherName};
  }

  /** What its value is called in the help; null when it has none. */
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
    return this == JVM_ARGUMENT || this == ENVIRONMENT;
  }
}
