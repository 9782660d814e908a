package org.armci4j.lab.rails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.bootstrap.Membership;

/** Runs the suite {@code rails}, in {@code armci lab --rails 2}. */
public final class RailsSuite {
  private static final String SUITE = "rails";
  private static final String PATTERNS = "--patterns";
  private static final String POLICIES = "--policies";
  private static final String ROUNDS = "--rounds";

  private RailsSuite() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    SuiteCommandLine line =
        SuiteCommandLine.withoutOptions(SUITE)
            .option(
                PATTERNS,
                null,
                "A displaced ring, an alltoall and an allgather of four ranks, one rail slowed in"
                    + " the middle; puts between two ranks otherwise.")
            .option(
                POLICIES,
                null,
                "All steps of the ring, an alltoall and an allgather, ranks in order and by lot, by"
                    + " one path, by four that all carry a part, and by the best two of four, two"
                    + " of eight and three of twelve; rails equal, and one slowed.")
            .option(ROUNDS, "N", "Goes through the policies N times; 2 if not said.")
            .footer("", "In the lab: armci lab --rails 2 -- ./armci bench rails [OPTIONS]");
    new Suite(line, RailsSuite::plan).run(args);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) {
    if (!Files.isDirectory(Path.of("/sys/class/infiniband/rxe1b"))) {
      throw new IllegalArgumentException(
          "it needs the lab's wires: armci lab --rails 2 -- ./armci bench rails");
    }
    if (line.has(POLICIES)) {
      return new RailPoliciesBenchmark(line.number(ROUNDS, RailPoliciesBenchmark.PASSES));
    }
    return line.has(PATTERNS) ? new RailPatternsBenchmark() : new RailsBenchmark();
  }
}
