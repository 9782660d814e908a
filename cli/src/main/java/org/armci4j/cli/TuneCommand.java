package org.armci4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Runs {@code armci tune}: measures in a job which settings are best for its transport. */
final class TuneCommand implements Callable<Integer> {
  /** Name of the class, because the command's module does not know that of the benchmarks. */
  private static final String PROGRAM = "org.armci4j.benchmarks.tune.Tune";

  private static final String COLLECTIVES_PROGRAM =
      "org.armci4j.benchmarks.collectives.TuneCollectives";

  private static final String COLLECTIVES = "--collectives";

  private static final String QUICK = "--quick";

  private static final int RANKS = 2;

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private TuneCommand() {
    LaunchCommand.addOptions(spec, Integer.toString(RANKS));
    spec.addOption(
        OptionSpec.builder("--output")
            .paramLabel("FILE")
            .type(String.class)
            .description(
                "Writes the settings to a file too, for a shell to read; of collectives the"
                    + " machine.")
            .build());
    spec.addOption(
        OptionSpec.builder(COLLECTIVES)
            .type(boolean.class)
            .description(
                "Measures collectives between all ranks instead, and keeps a table of choices for"
                    + " later jobs between hosts.")
            .build());
    spec.addOption(
        OptionSpec.builder(QUICK)
            .type(boolean.class)
            .description(
                "Measures each protocol once: to see what it does, not to choose by. Not of"
                    + " collectives.")
            .build());
    spec.usageMessage()
        .description(
            "Measures which protocol is faster from which size on, between the first two ranks, and"
                + " prints the settings that say so.")
        .footer("", "Example: armci tune --hosts node1:1,node2:1 --transport verbs");
  }

  static CommandSpec spec() {
    return new TuneCommand().spec;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    String file = parsed.matchedOptionValue("--output", null);
    LaunchWords words = LaunchCommand.words(parsed);
    words.options().remove(LaunchOption.OUTPUT); // the option of that name is this command's own
    List<String> arguments = new ArrayList<>(file == null ? List.of() : List.of(file));
    if (parsed.hasMatchedOption(QUICK) && !parsed.hasMatchedOption(COLLECTIVES)) {
      arguments.add(QUICK);
    }
    JobPlan plan;
    try {
      plan = new LaunchOptions(words, RANKS, true).plan(Program.of(program(parsed), arguments));
      if (plan.size() < RANKS) {
        throw new UsageException("-n: it measures between two ranks or more, and there is one");
      }
    } catch (UsageException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage());
    }
    return Launcher.launch(plan);
  }

  private static String program(ParseResult parsed) {
    return parsed.hasMatchedOption(COLLECTIVES) ? COLLECTIVES_PROGRAM : PROGRAM;
  }
}
