package org.armci4j.cli;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code armci run} and {@code armci bench}, for lines that {@link QuickLaunch} leaves alone. */
final class LaunchCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final LaunchKind kind;

  private LaunchCommand(LaunchKind kind) {
    this.kind = kind;
    addOptions(spec, kind.otherwise());
  }

  /** Adds the options that say how ranks are started, and how many there are otherwise. */
  static void addOptions(CommandSpec spec, String otherwise) {
    for (LaunchOption option : LaunchOption.values()) {
      spec.addOption(describe(option, otherwise));
    }
  }

  static CommandSpec run() {
    LaunchCommand command = new LaunchCommand(LaunchKind.RUN);
    command.describe(
        "PROGRAM",
        "Runs a program on several ranks. PROGRAM is a main class or an example.",
        "The exit code is that of the rank which failed first. Example: armci run -n 4 mg");
    return command.spec;
  }

  static CommandSpec bench() {
    LaunchCommand command = new LaunchCommand(LaunchKind.BENCH);
    command.describe(
        "SUITE", "Runs a suite of benchmarks.", "Example: armci bench rma --json rma.json");
    return command.spec;
  }

  private static OptionSpec describe(LaunchOption option, String otherwise) {
    OptionSpec.Builder builder = OptionSpec.builder(option.names());
    if (option.hasValue()) {
      builder.paramLabel(option.label()).type(String.class);
    }
    if (option.isRepeatable()) {
      builder.type(String[].class).arity("1");
    }
    if (option == LaunchOption.RANKS) {
      builder.type(Integer.class);
    }
    return builder.description(option.description().formatted(otherwise)).build();
  }

  private void describe(String program, String description, String footer) {
    spec.usageMessage().description(description).footer("", footer);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("1..*")
            .required(true)
            .paramLabel(program + " [ARGUMENTS]")
            .description("What to run; all that follows its name is its own.")
            .hideParamSyntax(true)
            .type(String[].class)
            .build());
  }

  @Override
  public Integer call() {
    JobPlan plan;
    try {
      plan = kind.plan(words(spec.commandLine().getParseResult()));
    } catch (UsageException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage());
    }
    return Launcher.launch(plan);
  }

  static LaunchWords words(ParseResult parsed) {
    Map<LaunchOption, List<String>> options = new EnumMap<>(LaunchOption.class);
    for (LaunchOption option : LaunchOption.values()) {
      if (parsed.hasMatchedOption(option.shownName())) {
        OptionSpec matched = parsed.matchedOption(option.shownName());
        options.put(option, option.hasValue() ? matched.originalStringValues() : List.of());
      }
    }
    return new LaunchWords(options, List.of(parsed.matchedPositionalValue(0, new String[0])));
  }
}
