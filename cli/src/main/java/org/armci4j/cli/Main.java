package org.armci4j.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.ServiceLoader;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.settings.SettingException;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The {@code armci} command.
 *
 * <p>Commands are described to picocli by code, not by annotations: that halves the time it takes
 * (60 instead of 110 ms in a new JVM). Most launches do without it, by {@link QuickLaunch}.
 */
public final class Main {
  static final int FAILED = 1;

  private Main() {}

  /**
   * Runs the command and ends the JVM with its exit code: 2 when the command line is wrong.
   *
   * @param args subcommand, its options and arguments
   */
  public static void main(String[] args) {
    Integer exitCode = QuickLaunch.launch(args);
    System.exit(exitCode == null ? commandLine().execute(args) : exitCode);
  }

  /** The command with all that is on the class path: a checkout adds the lab's commands. */
  static CommandLine commandLine() {
    return commandLine(ServiceLoader.load(IModelTransformer.class));
  }

  /** The command with what these add. */
  static CommandLine commandLine(Iterable<IModelTransformer> additions) {
    CommandSpec armci = CommandSpec.create().name("armci").versionProvider(Version::lines);
    armci.usageMessage().description("Runs programs on armci4j, a one-sided runtime for Java.");
    armci.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Prints the version and ends.")
            .build());
    armci.addSubcommand("run", LaunchCommand.run());
    armci.addSubcommand("bench", LaunchCommand.bench());
    armci.addSubcommand("tune", TuneCommand.spec());
    armci.addSubcommand("info", InfoCommand.spec());
    armci.addSubcommand("new", NewCommand.spec());
    armci.addSubcommand("version", VersionCommand.spec());
    armci.addSubcommand("completion", CompletionCommand.spec());
    armci.addSubcommand("help", HelpCommand.spec());
    CommandLine line = new CommandLine(armci);
    // What follows the program's name is the program's, whatever it looks like. Commands that are
    // added from here on say it themselves.
    line.setStopAtPositional(true);
    additions.forEach(addition -> addition.transform(armci));
    addHelp(armci);
    line.setExpandAtFiles(false);
    line.setAllowOptionsAsOptionParameters(true);
    line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    line.setParameterExceptionHandler((error, all) -> refuse(error));
    line.setExecutionExceptionHandler((error, command, parsed) -> explain(error, command));
    return line;
  }

  /** To a command and all within it. */
  private static void addHelp(CommandSpec command) {
    command.usageMessage().sortOptions(false).abbreviateSynopsis(true);
    command.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Prints this help and ends.")
            .build());
    for (CommandLine inner : command.subcommands().values()) {
      addHelp(inner.getCommandSpec());
    }
  }

  private static int refuse(ParameterException error) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.printf(
        Locale.ROOT,
        "armci: %s; see: %s --help%n",
        Mistake.tell(error),
        command.getCommandSpec().qualifiedName());
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** A mistake of the user's or the host's is told in a line; any other would be ours. */
  private static int explain(Exception error, CommandLine command) throws Exception {
    boolean expected =
        error instanceof LaunchException
            || error instanceof BootstrapException
            || error instanceof SettingException;
    if (!expected) {
      throw error;
    }
    command.getErr().println("armci: " + error.getMessage());
    return FAILED;
  }
}
