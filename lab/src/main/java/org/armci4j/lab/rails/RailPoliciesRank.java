package org.armci4j.lab.rails;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.lab.rails.RailPoliciesFigures.Cell;

/**
 * Runs on each rank of {@link RailPoliciesBenchmark}. For each placement and policy it opens the
 * runtime anew and performs all patterns, with both rates of the second rail. Each pass reverses
 * the order of the policies. Rank 0 prints the figures.
 */
public final class RailPoliciesRank {
  /** Rounds of a pattern in a pass, with each rate. */
  static final int ROUNDS = 3;

  /** Rounds before those, which make connections and adapt weights to the rate. */
  private static final int WARM_UPS = 2;

  private static final String WARMS_UP = "warms up";
  private static final int PART_BYTES = 512 << 10;

  private final Armci armci;
  private final PatternRounds rounds;
  private final String policy;
  private final String placement;
  private final int pass;

  private RailPoliciesRank(
      Armci armci, PatternRounds rounds, String policy, String placement, int pass) {
    this.armci = armci;
    this.rounds = rounds;
    this.policy = policy;
    this.placement = placement;
    this.pass = pass;
  }

  /**
   * Runs on every rank.
   *
   * @param args number of passes, seed of the random placement, the command that sets the usual
   *     rates, and the command that slows one rail
   * @throws IOException when a command cannot be started
   * @throws InterruptedException when this thread is interrupted while a command runs
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int ranks = Membership.current().size();
    int[] sequential = RailPlacement.sequential(ranks);
    int[] random = RailPlacement.random(ranks, Long.parseLong(args[1]));
    int passes = Integer.parseInt(args[0]);
    visit(RailPolicy.THREE_OF_12, WARMS_UP, sequential, 0, args);
    RailPolicy[] policies = RailPolicy.values();
    for (int pass = 0; pass < passes; pass++) {
      for (int i = 0; i < policies.length; i++) {
        RailPolicy policy = policies[pass % 2 == 0 ? i : policies.length - 1 - i];
        visit(policy, RailPoliciesFigures.SEQUENTIAL, sequential, pass, args);
        visit(policy, RailPoliciesFigures.RANDOM, random, pass, args);
      }
    }
    if (Membership.current().rank() == 0) {
      ResultLines.printEnd();
    }
  }

  private static void visit(
      RailPolicy policy, String placement, int[] sides, int pass, String... args)
      throws IOException, InterruptedException {
    SettingsBuilder settings = ArmciSettings.builder();
    policy.set(settings, sides);
    try (Arena arena = Arena.ofShared();
        Armci armci = Armci.open(settings.resolve());
        PatternRounds rounds = new PatternRounds(armci, arena, PART_BYTES, PART_BYTES)) {
      RailPoliciesRank rank = new RailPoliciesRank(armci, rounds, policy.label(), placement, pass);
      if (rank.leads() && placement.equals(WARMS_UP)) {
        ResultLines.printNote(rounds.algorithms());
      }
      rank.run(RailPoliciesFigures.EQUAL, args[2]);
      rank.run(RailPoliciesFigures.SLOWED, args[3]);
    }
  }

  private void run(String rates, String command) throws IOException, InterruptedException {
    if (leads()) {
      RailsJob.shell(command);
    }
    armci.barrier();
    for (RailPattern pattern : RailPattern.values()) {
      run(pattern, rates);
    }
  }

  private void run(RailPattern pattern, String rates) throws IOException {
    for (int i = 0; i < WARM_UPS; i++) {
      pattern.round(rounds);
    }
    Cell cell = new Cell(pattern.label(), placement, policy, rates);
    long first = sentBytes(0);
    long second = sentBytes(1);
    for (int i = 0; i < ROUNDS; i++) {
      long begin = System.nanoTime();
      long bytes = pattern.round(rounds);
      if (leads()) {
        long nanos = System.nanoTime() - begin;
        RailsJob.tell(cell.rate(), pass * ROUNDS + i, (double) bytes / nanos);
      }
    }
    if (leads()) {
      first = sentBytes(0) - first;
      second = sentBytes(1) - second;
      RailsJob.tellShare(cell.share(), pass, (double) second / (first + second));
    }
  }

  private boolean leads() {
    return armci.rank() == 0;
  }

  /** Returns the bytes that have left both ends of a wire. */
  private static long sentBytes(int rail) throws IOException {
    return sentBytes("rail" + rail) + sentBytes("rail" + rail + "b");
  }

  private static long sentBytes(String end) throws IOException {
    Path counter = Path.of("/sys/class/net", end, "statistics/tx_bytes");
    return Long.parseLong(Files.readString(counter).strip());
  }
}
