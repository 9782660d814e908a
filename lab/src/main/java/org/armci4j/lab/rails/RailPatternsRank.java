package org.armci4j.lab.rails;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.armci4j.Armci;
import org.armci4j.benchmarks.driver.ResultLines;

/**
 * Runs on each rank of {@link RailPatternsBenchmark}. Arguments are phases, whose words are
 * separated by bars: {@code NAME|PATTERN|COMMAND...}. Before each part of a phase rank 0 runs a
 * command. Then all ranks perform rounds of the pattern, and rank 0 prints their rates.
 */
public final class RailPatternsRank {
  /** Rounds of a part of a phase. */
  static final int ROUNDS = 10;

  private static final int WARM_UPS = 8;

  private static final int RING_BYTES = 1 << 20;
  private static final int PART_BYTES = 512 << 10;

  private final Armci armci;
  private final PatternRounds rounds;

  private RailPatternsRank(Armci armci, PatternRounds rounds) {
    this.armci = armci;
    this.rounds = rounds;
  }

  /**
   * Runs on every rank.
   *
   * @param args the phases
   * @throws IOException when a command cannot be started
   * @throws InterruptedException when this thread is interrupted while a command runs
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (Arena arena = Arena.ofShared();
        Armci armci = Armci.open();
        PatternRounds rounds = new PatternRounds(armci, arena, RING_BYTES, PART_BYTES)) {
      if (armci.rank() == 0) {
        ResultLines.printNote(rounds.algorithms());
      }
      RailPatternsRank rank = new RailPatternsRank(armci, rounds);
      for (String phase : args) {
        rank.run(phase.split("\\|", -1));
      }
      if (armci.rank() == 0) {
        ResultLines.printEnd();
      }
    }
  }

  private void run(String... phase) throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UPS; i++) {
      round(phase[1]); // also connects and registers
    }
    for (int part = 0; part < phase.length - 2; part++) {
      if (armci.rank() == 0) {
        RailsJob.shell(phase[2 + part]);
      }
      armci.barrier();
      for (int number = 0; number < ROUNDS; number++) {
        long begin = System.nanoTime();
        long bytes = round(phase[1]);
        if (armci.rank() == 0) {
          long nanos = System.nanoTime() - begin;
          RailsJob.tell(phase[0], part * ROUNDS + number, (double) bytes / nanos);
        }
      }
    }
  }

  /** Performs one round; returns the bytes that all ranks have received together. */
  private long round(String pattern) {
    return switch (pattern) {
      case "ring" -> rounds.step(1);
      case "alltoall" -> rounds.alltoall();
      default -> rounds.allgather();
    };
  }
}
