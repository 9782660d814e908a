package org.armci4j.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code armci tune}: measures in a job which settings are best for its transport. */
final class TuneCommand implements Callable<Integer> {
  /** By name, as the command's module does not know that of the benchmarks. */
  private static final String PROGRAM = "org.armci4j.benchmarks.tune.Tune";

  private static final int RANKS = 2;

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private TuneCommand() {
    LaunchCommand.addOptions(spec, Integer.toString(RANKS));
    spec.addOption(
        OptionSpec.builder("--output")
            .paramLabel("FILE")
            .type(String.class)
            .description("Writes the settings to a file too, for a shell to read.")
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
    JobPlan plan;
    try {
      plan =
          new LaunchOptions(LaunchCommand.words(parsed), RANKS)
              .plan(Program.of(PROGRAM, file == null ? List.of() : List.of(file)));
      if (plan.size() < RANKS) {
        throw new UsageException("-n: it measures between two ranks, and there is one");
      }
    } catch (UsageException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage());
    }
    return Launcher.launch(plan);
  }
}
