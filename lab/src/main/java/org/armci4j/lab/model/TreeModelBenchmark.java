package org.armci4j.lab.model;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.hosts.HostNamespaces;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the suite {@code model}: the times that the cost model gives allreduces by trees, beside
 * measured ones. Each rank has a network namespace of its own, with a slow link, so that ranks
 * compete for links as on several hosts.
 */
public final class TreeModelBenchmark {
  private static final String SUITE = "model";
  private static final String RATE = "--rate";
  private static final int MEGABITS = 10;
  private static final List<Integer> RANKS = List.of(4, 8);
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final double NANOS_PER_MICRO = 1000;

  private static final List<String> OPTIONS =
      List.of(
          "-Darmci.transport=ucx",
          "-Darmci.ucxTls=tcp",
          "-Darmci.ucxDevices=eth0",
          "-XX:ActiveProcessorCount=1"); // else a rank spins on the core of another host

  private TreeModelBenchmark() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    SuiteCommandLine line =
        new SuiteCommandLine(SUITE, List.of())
            .without("--peers", "--fresh", "--quick", "--operations", "--sizes")
            .option("--rounds", "N", "Runs the job of each number of ranks N times; 1 if not said.")
            .option("--ranks", "LIST", "Numbers of ranks, each with a host of its own; 4,8.")
            .option(RATE, "N", "Mbit/s of each host's link, " + MEGABITS + " if not said.");
    new Suite(line, (words, job) -> plan(words)).run(args);
  }

  private static SuiteRun plan(SuiteCommandLine line) {
    SuiteOptions options = line.options(RANKS);
    if (options.ranks().contains(1)) {
      throw new IllegalArgumentException("--ranks: a tree takes at least 2 ranks");
    }
    return new ModelRun(line.number("--rounds", 1), options.ranks(), line.number(RATE, MEGABITS));
  }

  /** Runs a job for each number of ranks. */
  private record ModelRun(int rounds, List<Integer> rankCounts, int megabits) implements SuiteRun {
    @Override
    public List<String> measure(Report report) throws IOException {
      List<String> problems = new ArrayList<>();
      for (int ranks : rankCounts) {
        try (HostNamespaces hosts = HostNamespaces.make(ranks)) {
          for (int host = 0; host < ranks; host++) {
            hosts.setRateOfPackets(host, megabits);
          }
          problems.addAll(
              new Runner(
                      List.of(JobMain.subject(TreeModelRank.class, hosts, OPTIONS)),
                      List.of(),
                      report)
                  .within(LIMIT)
                  .inFreshJobs(rounds, List.of(ranks)));
        }
      }
      return problems;
    }

    @Override
    public String table(Report report) {
      return TreeModelBenchmark.table(report.merged()) + "us\n";
    }
  }

  /** Returns a line for each operation, number of ranks and size, a column for each subject. */
  private static String table(List<Measurement> figures) {
    Map<String, Map<String, String>> lines = new LinkedHashMap<>();
    for (Measurement one : figures) {
      lines
          .computeIfAbsent(
              Text.format("%s %d %d", one.operation(), one.ranks(), one.sizeBytes()),
              _ -> new LinkedHashMap<>())
          .put(one.subject(), Text.format("%.0f", one.median() / NANOS_PER_MICRO));
    }
    TextTable table = new TextTable();
    table.add(
        Stream.concat(Stream.of("operation, ranks, bytes"), TreeModelRank.SUBJECTS.stream())
            .toList());
    lines.forEach(
        (name, cells) ->
            table.add(
                Stream.concat(
                        Stream.of(name),
                        TreeModelRank.SUBJECTS.stream()
                            .map(column -> cells.getOrDefault(column, "-")))
                    .toList()));
    return table.toString();
  }
}
