package org.armci4j.testkit.options;

import java.util.Locale;
import org.armci4j.bootstrap.Membership;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Reads the arguments of a program. All ranks read them alike, and rank 0 prints for all. */
public final class ProgramCommandLine {
  private static final int USAGE = 2;

  private ProgramCommandLine() {}

  /**
   * Returns the command line of a program, with an option for its help.
   *
   * @param spec its name, description and other options
   */
  public static CommandLine of(CommandSpec spec) {
    spec.usageMessage().sortOptions(false);
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Prints this help and ends.")
            .build());
    CommandLine line = new CommandLine(spec);
    line.setExpandAtFiles(false);
    line.setOverwrittenOptionsAllowed(true);
    line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    return line;
  }

  /**
   * Reads the arguments, and prints the help on request.
   *
   * @param line the program's, by {@link #of}
   * @param arguments the program's
   * @return null when there is nothing more to do; also after a mistake, on ranks that do not print
   *     it
   */
  public static ParseResult read(CommandLine line, String... arguments) {
    try {
      ParseResult parsed = line.parseArgs(arguments);
      if (!parsed.isUsageHelpRequested()) {
        return parsed;
      }
      if (isFirst()) {
        System.out.println(line.getUsageMessage().stripTrailing());
      }
    } catch (ParameterException mistake) {
      refuse(line.getCommandName(), mistake.getMessage());
    }
    return null;
  }

  /**
   * Prints a mistake in one line and ends the job. Every rank finds the same mistake; rank 0 prints
   * it.
   *
   * @param program its name
   * @param mistake what is wrong, for the user
   */
  public static void refuse(String program, String mistake) {
    if (isFirst()) {
      System.err.printf(Locale.ROOT, "armci: %s: %s; see: %s --help%n", program, mistake, program);
      System.exit(USAGE);
    }
  }

  private static boolean isFirst() {
    return Membership.current().rank() == 0;
  }
}
