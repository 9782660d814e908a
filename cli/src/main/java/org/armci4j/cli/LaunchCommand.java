package org.armci4j.cli;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Runs {@code armci run} and {@code armci bench}, for lines that {@link QuickLaunch} leaves alone.
 */
final class LaunchCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final LaunchKind kind;

  private LaunchCommand(LaunchKind kind) {
    this.kind = kind;
    for (LaunchOption option : LaunchOption.values()) {
      if (kind.takes(option)) {
        spec.addOption(describe(option, kind.otherwise()));
      }
    }
  }

  /**
   * Adds the options that say how ranks are started.
   *
   * @param otherwise the number of ranks without an option, in words
   */
  static void addOptions(CommandSpec spec, String otherwise) {
    for (LaunchOption option : LaunchOption.values()) {
      if (!option.isOfOwnPrograms()) {
        spec.addOption(describe(option, otherwise));
      }
    }
  }

  static CommandSpec run() {
    LaunchCommand command = new LaunchCommand(LaunchKind.RUN);
    command.describe(
        "PROGRAM",
        "Runs a program on several ranks: an example, a main class, a jar, or a source file.",
        "The exit code is that of the rank which failed first.",
        "",
        "  armci run -n 4 mg",
        "  armci run -n 4 -cp target/classes org.example.Main arguments",
        "  armci run -n 4 app.jar arguments",
        "  armci run -n 4 Hello.java");
    return command.spec;
  }

  static CommandSpec bench() {
    LaunchCommand command = new LaunchCommand(LaunchKind.BENCH);
    command.describe(
        "SUITE",
        "Runs a suite of benchmarks. What a suite measures, beside which peers, and its options:"
            + " armci bench SUITE --help",
        "",
        "  armci bench rma --json rma.json",
        "  armci bench report --quick",
        "  armci bench report --compare results.json");
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
    if (option.namesTheProgram()) {
      builder.type(String[].class).arity("1..*").hideParamSyntax(true);
    }
    if (option == LaunchOption.RANKS) {
      builder.type(Integer.class);
    }
    return builder.description(option.description().replace("%s", otherwise)).build();
  }

  private void describe(String program, String description, String... footer) {
    spec.usageMessage().description(description).footer(footer);
    addProgramList();
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .paramLabel(program + " [ARGUMENTS]")
            .description("What to run; all that follows its name is its own.")
            .hideParamSyntax(true)
            .completionCandidates(() -> kind.names().list().keySet().iterator())
            .type(String[].class)
            .build());
  }

  @Override
  public Integer call() {
    LaunchWords words = words(spec.commandLine().getParseResult());
    JobPlan plan;
    try {
      plan = kind.plan(words);
    } catch (UsageException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage());
    }
    return words.launch(plan);
  }

  /**
   * Adds the programs that the command knows, below the options; looks them up only for the help.
   */
  private void addProgramList() {
    spec.usageMessage()
        .sectionMap()
        .put(
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
            help -> programList(kind.title(), kind.names().descriptions()));
  }

  private static String programList(String title, SortedMap<String, String> programs) {
    StringBuilder lines = new StringBuilder().append(title).append(System.lineSeparator());
    int width = programs.keySet().stream().mapToInt(String::length).max().orElse(0);
    programs.forEach(
        (name, what) -> {
          String padding = " ".repeat(width - name.length());
          String line = "  " + name + padding + "  " + what;
          lines.append(line.stripTrailing()).append(System.lineSeparator());
        });
    return lines.toString();
  }

  static LaunchWords words(ParseResult parsed) {
    Map<LaunchOption, List<String>> options = new EnumMap<>(LaunchOption.class);
    List<String> program = List.of(parsed.matchedPositionalValue(0, new String[0]));
    for (LaunchOption option : LaunchOption.values()) {
      if (parsed.hasMatchedOption(option.shownName())) {
        List<String> values = parsed.matchedOption(option.shownName()).originalStringValues();
        options.put(option, option.hasValue() && !option.namesTheProgram() ? values : List.of());
        program = option.namesTheProgram() ? values : program;
      }
    }
    return new LaunchWords(options, program);
  }
}
