package org.armci4j.lab.storm;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command {@code armci storm}: attacks jobs, and fails if one ends badly. */
public final class StormCommand implements Callable<Integer> {
  private static final int SIGNALS = 100;
  private static final int FAULTS = 1;

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private StormCommand() {
    spec.usageMessage()
        .description(
            "Starts jobs on this host, and kills and stops launchers, agents, ranks and what ranks"
                + " have started, by one signal or by two, at random moments. Fails when a process"
                + " or a file is left. With --losses the jobs go on without the ranks that they"
                + " lose: it also fails when a result is wrong, or the others do not go on within"
                + " two seconds and the time of a whole job.")
        .footer(
            "",
            "Two seconds a signal, some five a loss, minutes over verbs. Examples:",
            "  armci storm --kills 500 --seed 7",
            "  armci storm --losses 300 --seed 7 --network ucx",
            "  .ci/lab losses 6 7: 6 losses with seeds from 7 over verbs, in an emulated machine");
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
    spec.addOption(
        OptionSpec.builder("--losses")
            .paramLabel("N")
            .type(Integer.class)
            .description("Until jobs have lost so many ranks; each has the next seed.")
            .build());
    spec.addOption(
        OptionSpec.builder("--program")
            .paramLabel("NAME")
            .type(String.class)
            .description(
                "What the jobs that lose ranks run: survivors, if not said, or mg, with --spares.")
            .build());
    spec.addOption(
        OptionSpec.builder("--network")
            .paramLabel("NAME")
            .type(String.class)
            .description(
                "Of the jobs that lose ranks: shm, if not said; ucx, between network namespaces,"
                    + " whose links go down too and which only root can make; or verbs, through"
                    + " this host's RDMA device.")
            .build());
    spec.addOption(
        OptionSpec.builder("--spares")
            .type(boolean.class)
            .description("New processes take the places of lost ranks.")
            .build());
  }

  /** Returns the description of the command for picocli. */
  public static CommandSpec spec() {
    return new StormCommand().spec;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ParseResult parsed = spec.commandLine().getParseResult();
    long seed = parsed.matchedOptionValue("--seed", System.nanoTime());
    PrintWriter out = spec.commandLine().getOut();
    Path directory = Files.createTempDirectory("armci-storm");
    try {
      int faults =
          parsed.hasMatchedOption("--losses")
              ? lose(parsed, seed, directory, out)
              : attack(parsed.matchedOptionValue("--kills", SIGNALS), seed, directory, out);
      return faults == 0 ? 0 : FAULTS;
    } finally {
      Files.delete(directory);
    }
  }

  private static int attack(int kills, long seed, Path directory, PrintWriter out)
      throws IOException, InterruptedException {
    Tally tally = new Storm(seed, directory, out).run(kills);
    tally.print(out);
    return tally.leftovers();
  }

  private int lose(ParseResult parsed, long seed, Path directory, PrintWriter out)
      throws IOException, InterruptedException {
    String name = parsed.matchedOptionValue("--network", LossNetwork.SHM.transport());
    LossNetwork network = LossNetwork.named(name);
    if (network == null) {
      throw new ParameterException(
          spec.commandLine(), "--network: shm, ucx or verbs, not '" + name + "'");
    }
    boolean spares = parsed.hasMatchedOption("--spares");
    LossProgram program = LossProgram.named(parsed.matchedOptionValue("--program", "survivors"));
    if (program == null || (program == LossProgram.MG && !spares)) {
      throw new ParameterException(spec.commandLine(), "--program: survivors, or mg with --spares");
    }
    try (LossHosts hosts = LossHosts.of(network)) {
      int losses = parsed.matchedOptionValue("--losses", 0);
      LossTally tally = new LossStorm(hosts, program, spares, directory, out).run(losses, seed);
      tally.print(out);
      int missing = losses - tally.losses();
      if (missing > 0) {
        out.println("the storm has ended early: " + missing + " losses are missing");
      }
      return tally.faults() + Math.max(0, missing);
    }
  }
}
