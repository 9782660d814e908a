package org.armci4j.lab.soak;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.lab.soak.ProcessUsage.Resource;
import org.armci4j.testkit.options.ProgramCommandLine;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Checks whether a job can run for long: {@code armci run -n 2 soak --minutes 60 --seed 1}. Round
 * after round, each rank opens a runtime, allocates, communicates, fails in ways that a program may
 * survive, frees and closes. Rank 0 prints its process's use of resources once a minute. At the end
 * each rank reports any growth. The job fails if there is any.
 */
public final class Soak {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Minimum number of readings, which a short run needs too. */
  private static final int READINGS = 32;

  private final long totalNanos;
  private final long periodNanos;
  private final Random common;
  private final Runnable inEachRound;
  private final UsageTrend trend = new UsageTrend();
  private final long start = System.nanoTime();
  private long rounds;

  private Soak(long seconds, long seed, Runnable inEachRound) {
    this.totalNanos = seconds * NANOS_PER_SECOND;
    this.periodNanos = Math.min(60 * NANOS_PER_SECOND, totalNanos / READINGS);
    this.common = new Random(seed);
    this.inEachRound = inEachRound;
  }

  /**
   * Runs the soak.
   *
   * @param arguments see {@code --help}
   * @throws IOException when the kernel does not tell the process's use
   */
  public static void main(String[] arguments) throws IOException {
    run(arguments, () -> {});
  }

  /** Runs the soak with additional code in each round, for tests. */
  static void run(String[] arguments, Runnable inEachRound) throws IOException {
    ParseResult options = ProgramCommandLine.read(commandLine(), arguments);
    if (options == null) {
      return;
    }
    long seconds =
        options.matchedOptionValue("--seconds", 60 * options.matchedOptionValue("--minutes", 1L));
    new Soak(seconds, options.matchedOptionValue("--seed", 1L), inEachRound).run();
  }

  private static CommandLine commandLine() {
    CommandSpec spec = CommandSpec.create().name("soak");
    spec.usageMessage()
        .description(
            "Opens, communicates, fails and closes, round after round, and looks for what grows.");
    spec.addOption(number("--minutes", "M", "How long it goes on; 1 if not said."));
    spec.addOption(number("--seconds", "S", "The same in seconds."));
    spec.addOption(number("--seed", "N", "Of what the rounds draw; 1 if not said."));
    return ProgramCommandLine.of(spec);
  }

  private static OptionSpec number(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(long.class)
        .description(description)
        .build();
  }

  private void run() throws IOException {
    long nextReading = periodNanos;
    boolean isFirst = false;
    while (goesOn()) {
      SoakRound.run(common);
      inEachRound.run();
      rounds++;
      long now = System.nanoTime() - start;
      if (now >= nextReading) {
        nextReading = now + periodNanos;
        isFirst = read();
      }
    }
    List<String> growth = trend.growth();
    if (!growth.isEmpty()) {
      throw new AssertionError("after " + rounds + " rounds " + String.join(", ", growth));
    }
    if (isFirst) {
      System.out.printf(Locale.ROOT, "soak: %d rounds; nothing has grown%n", rounds);
    }
  }

  /** Returns whether to go on; rank 0's clock decides for all ranks. */
  private boolean goesOn() {
    try (Armci armci = Armci.open()) {
      GlobalMemory decision = armci.allocate(8);
      if (armci.rank() == 0) {
        long goOn = System.nanoTime() - start < totalNanos ? 1 : 0;
        for (int rank = 0; rank < armci.size(); rank++) {
          armci.putLong(decision, rank, 0, goOn);
        }
      }
      armci.barrier();
      return armci.getLong(decision, armci.rank(), 0) == 1;
    }
  }

  /** Returns whether this is the rank that prints. */
  private boolean read() throws IOException {
    Map<Resource, Long> usage = ProcessUsage.now();
    trend.add(usage);
    boolean isFirst = System.getenv().getOrDefault("ARMCI_RANK", "0").equals("0");
    if (isFirst) {
      long seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      System.out.printf(Locale.ROOT, "soak: %d s, %d rounds: %s%n", seconds, rounds, usage);
    }
    return isFirst;
  }
}
