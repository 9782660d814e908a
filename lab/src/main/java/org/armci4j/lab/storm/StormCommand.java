package org.armci4j.lab.storm;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code armci storm}: attacks jobs, and fails if a process or file is left of one. */
public final class StormCommand implements Callable<Integer> {
  private static final int SIGNALS = 100;
  private static final int LEFT = 1;

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private StormCommand() {
    spec.usageMessage()
        .description(
            "Starts jobs on this host, and kills and stops launchers, agents, ranks and what ranks"
                + " have started, by one signal or by two, at random moments. Fails when a process"
                + " or a file is left.")
        .footer("", "Two seconds a signal. Example: armci storm --kills 500 --seed 7");
    spec.addOption(
        OptionSpec.builder("--kills")
            .paramLabel("N")
            .type(Integer.class)
            .description("Signals that find a process; " + SIGNALS + " if not said.")
            .build());
    spec.addOption(
        OptionSpec.builder("--seed")
            .paramLabel("S")
            .type(Long.class)
            .description("Which attacks; a new one if not said.")
            .build());
  }

  /** Returns the description of the command for picocli. */
  public static CommandSpec spec() {
    return new StormCommand().spec;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ParseResult parsed = spec.commandLine().getParseResult();
    int kills = parsed.matchedOptionValue("--kills", SIGNALS);
    long seed = parsed.matchedOptionValue("--seed", System.nanoTime());
    PrintWriter out = spec.commandLine().getOut();
    Path directory = Files.createTempDirectory("armci-storm");
    try {
      Tally tally = new Storm(seed, directory, out).run(kills);
      tally.print(out);
      return tally.leftovers() == 0 ? 0 : LEFT;
    } finally {
      Files.delete(directory);
    }
  }
}
