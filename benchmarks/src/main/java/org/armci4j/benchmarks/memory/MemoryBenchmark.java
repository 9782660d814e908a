package org.armci4j.benchmarks.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.network.NetworkLine;
import org.armci4j.benchmarks.report.Report;

/**
 * Runs the suite {@code memory}: the bytes of a rank that has reached all others, by the number of
 * ranks, and what each further rank adds. Over shared memory beside the peers, and over each
 * network that this host has, as if its ranks were on different hosts.
 */
public final class MemoryBenchmark {
  /** Names of the figures of a rank. */
  static final List<String> OPERATIONS = List.of("resident", "shared", "heap");

  private static final String SUITE = "memory";
  private static final List<Integer> RANKS = List.of(1, 2, 4, 8);
  private static final int ROUNDS = 3;

  private MemoryBenchmark() {}

  /** A network, and the settings by which ranks of one host use it. */
  private record NetworkChoice(String transport, List<String> settings) {
    static final List<NetworkChoice> ALL =
        List.of(
            new NetworkChoice(
                "ucx",
                List.of(
                    "-Darmci.transport=ucx",
                    "-Darmci.ucxSameHost=network",
                    "-Darmci.ucxTls=tcp",
                    "-Darmci.ucxDevices=lo")),
            new NetworkChoice(
                "verbs", List.of("-Darmci.transport=verbs", "-Darmci.verbsSameHost=device")));

    Subject subject() {
      Subject job = JobMain.subject(MemoryRank.class, false, settings);
      return new Subject(
          JobMain.OWN,
          ranks -> {
            List<String> command = new ArrayList<>(job.launch().apply(ranks));
            command.add(transport);
            return command;
          });
    }
  }

  /**
   * Runs the suite on rank 0, which starts a fresh job for every measurement. The other ranks end
   * at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    suite().run(args);
  }

  /** Returns the suite. */
  public static Suite suite() {
    SuiteCommandLine line =
        new SuiteCommandLine(SUITE, PeerLibrary.labels(PeerLibrary.MEMORY))
            .timed()
            .without("--sizes", "--operations", "--fresh", "--quick")
            .option("--rounds", "N", "Runs every subject N times, " + ROUNDS + " if not said.")
            .option("--ranks", "LIST", "Numbers of ranks; 1,2,4,8 if not said.");
    return new Suite(line, (said, _) -> new MemoryRun(said.options(RANKS), said));
  }

  /** Runs every system on each number of ranks. */
  private record MemoryRun(SuiteOptions options, SuiteCommandLine line) implements SuiteRun {
    @Override
    public List<String> measure(Report report) {
      List<String> remarks = new ArrayList<>();
      InstalledPeers peers = InstalledPeers.find(SUITE, PeerLibrary.of(options.peers()), 0);
      List<Subject> subjects = new ArrayList<>();
      subjects.add(JobMain.subject(MemoryRank.class, false));
      for (NetworkChoice network : NetworkChoice.ALL) {
        String missing = NetworkLine.missing(network.transport());
        if (missing.isEmpty()) {
          subjects.add(network.subject());
        } else {
          remarks.add("transport " + network.transport() + " is not measured: " + missing);
        }
      }
      subjects.addAll(peers.subjects());
      Runner runner = new Runner(subjects, List.of(), report).allWithin(options.within());
      remarks.addAll(peers.missing());
      remarks.addAll(runner.inFreshJobs(line.number("--rounds", ROUNDS), options.ranks()));
      return remarks;
    }

    @Override
    public String table(Report report) {
      return new MemoryTable(report).toString();
    }
  }
}
