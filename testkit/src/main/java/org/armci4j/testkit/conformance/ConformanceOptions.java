package org.armci4j.testkit.conformance;

import java.util.List;
import java.util.Optional;
import org.armci4j.bootstrap.settings.NearestName;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.options.ProgramCommandLine;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Holds the options of a run.
 *
 * @param programs programs to run
 * @param named whether they were named one by one
 * @param seed of all random input; 0 asks for one that is drawn
 * @param scale part of the full work
 * @param minutes how long to repeat the programs, each time with the next seed; 0 runs them once
 * @param list whether to name the programs and do nothing else
 * @param help whether to print the usage and do nothing else
 */
record ConformanceOptions(
    List<ConformanceProgram> programs,
    boolean named,
    long seed,
    double scale,
    double minutes,
    boolean list,
    boolean help) {
  static final double QUICK = 0.02;

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException for a wrong one, with the words for the user
   */
  static ConformanceOptions parse(String... arguments) {
    ParseResult parsed;
    try {
      parsed = commandLine().parseArgs(arguments);
    } catch (ParameterException mistake) {
      throw new IllegalArgumentException(mistake.getMessage(), mistake);
    }
    String[] names = parsed.matchedPositionalValue(0, new String[0]);
    boolean named = names.length > 0;
    return new ConformanceOptions(
        named ? List.of(names).stream().map(ConformanceOptions::named).toList() : all(),
        named,
        parsed.matchedOptionValue("--seed", 0L),
        scale(parsed),
        minutes(parsed),
        parsed.hasMatchedOption("--list"),
        parsed.isUsageHelpRequested());
  }

  static String usage() {
    return commandLine().getUsageMessage();
  }

  private static CommandLine commandLine() {
    CommandSpec spec = CommandSpec.create().name("conformance");
    spec.usageMessage()
        .description(
            "Programs that prove what the operations promise, each against an exact oracle, in"
                + " blocking and nonblocking forms; without names, all of them.")
        .footer("", "Exit code: 0, or 1 when a result differs, or 2 for a wrong argument.");
    spec.addOption(flag("--list", "Names the programs."));
    spec.addOption(
        OptionSpec.builder("--seed")
            .paramLabel("N")
            .type(long.class)
            .description("Repeats the random input of a run that printed this seed.")
            .build());
    spec.addOption(
        OptionSpec.builder("--scale")
            .paramLabel("X")
            .type(double.class)
            .description(
                "Does X times the full work, such as 0.1 on a slow network; the largest transfers"
                    + " shrink alike.")
            .build());
    spec.addOption(
        OptionSpec.builder("--minutes")
            .paramLabel("M")
            .type(double.class)
            .description(
                "Repeats the programs until so many minutes are over, each time with the next"
                    + " seed.")
            .build());
    spec.addOption(flag("--quick", "The same as --scale " + QUICK + "."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("NAME")
            .arity("0..*")
            .type(String[].class)
            .description("A program to run.")
            .build());
    return ProgramCommandLine.of(spec);
  }

  private static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }

  private static double scale(ParseResult parsed) {
    double scale =
        parsed.matchedOptionValue("--scale", parsed.hasMatchedOption("--quick") ? QUICK : 1.0);
    if (!(scale <= 1)) {
      throw new IllegalArgumentException("--scale needs a number from 0 to 1, not " + scale);
    }
    return scale;
  }

  private static double minutes(ParseResult parsed) {
    double minutes = parsed.matchedOptionValue("--minutes", 0.0);
    if (!(minutes >= 0)) {
      throw new IllegalArgumentException("--minutes needs a number from 0, not " + minutes);
    }
    return minutes;
  }

  private static List<ConformanceProgram> all() {
    return ConformancePrograms.ALL;
  }

  private static ConformanceProgram named(String name) {
    Optional<ConformanceProgram> found =
        all().stream().filter(program -> program.name().equals(name)).findFirst();
    return found.orElseThrow(() -> new IllegalArgumentException(unknown(name)));
  }

  private static String unknown(String name) {
    List<String> known = all().stream().map(ConformanceProgram::name).toList();
    return Text.format(
        "no program '%s'; %s--list names all",
        name,
        NearestName.probably(name, known)
            .map(nearest -> "did you mean " + nearest + "? ")
            .orElse(""));
  }

  /** Returns whether blocks must not reserve their space. */
  boolean needsSparseBlocks() {
    return named ? programs.stream().anyMatch(ConformanceProgram::needsSparseBlocks) : scale == 1;
  }
}
