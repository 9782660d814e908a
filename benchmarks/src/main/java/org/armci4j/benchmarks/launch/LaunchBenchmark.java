package org.armci4j.benchmarks.launch;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.driver.TimeLeft;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the suite {@code launch}: the time of a whole job whose program says hello. Our command and
 * Open MPI's {@code mpirun}, with the same program in C, run in turn, so that other work on the
 * machine slows both.
 */
public final class LaunchBenchmark {
  private static final String SUITE = "launch";
  private static final String OWN = "armci4j";
  private static final String PEER = "Open MPI";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final List<Integer> RANKS = List.of(2, 8);
  private static final int ROUNDS = 11;
  private static final long LIMIT_SECONDS = 60;

  private LaunchBenchmark() {}

  /**
   * Runs the suite on rank 0 of the job; the other ranks end at once.
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
        SuiteCommandLine.withoutOptions(SUITE)
            .timed()
            .option(
                "--rounds",
                "N",
                Text.format("Starts every system N times; %d if not said.", ROUNDS));
    return new Suite(
        line, (said, _) -> new LaunchRun(said.number("--rounds", ROUNDS), said.within()));
  }

  private static List<String> own(int ranks) {
    String command = System.getProperty("armci.command");
    if (command == null) {
      throw new IllegalStateException("this suite measures the armci command: start it by that");
    }
    return List.of(command, "run", "-n", Integer.toString(ranks), "hello");
  }

  /** Runs every system in turn. */
  private record LaunchRun(int rounds, Duration within) implements SuiteRun {
    @Override
    public List<String> measure(Report report) throws IOException {
      InstalledPeers peers = InstalledPeers.find(SUITE, List.of(PeerLibrary.OPENMPI_RMA), 0);
      List<Subject> subjects = new ArrayList<>(List.of(new Subject(OWN, LaunchBenchmark::own)));
      peers.subjects().forEach(peer -> subjects.add(peer.named(PEER)));
      List<String> remarks = new ArrayList<>(peers.missing());
      TimeLeft left = new TimeLeft(RANKS.size() * (rounds + 1), System.nanoTime(), within);
      for (int round = -1; round < rounds; round++) { // round -1 warms the page cache
        for (int ranks : RANKS) {
          if (!left.hasRoom(System.nanoTime())) {
            int counted = Math.max(round, 0) + 1;
            remarks.add(TimeLeft.remark(counted, rounds, programs(subjects, ranks)));
            return remarks;
          }
          for (Subject subject : subjects) {
            double nanos = nanos(subject.launch().apply(ranks));
            if (round >= 0) {
              report.add(List.of(figure(subject, ranks, nanos)));
            }
          }
          left.step(System.nanoTime());
        }
      }
      return remarks;
    }

    private static Measurement figure(Subject subject, int ranks, double nanos) {
      return new Measurement(
          subject.name(), "hello", 0, ranks, Measurement.NANOS, nanos, nanos, nanos);
    }

    @Override
    public String table(Report report) {
      TextTable table = new TextTable();
      table.add(List.of("system", "ranks", "median ms", "fastest ms", "times " + PEER + "'s"));
      for (Measurement one : report.merged()) {
        table.add(
            List.of(
                one.subject(),
                Integer.toString(one.ranks()),
                Text.format("%.0f", one.median() / NANOS_PER_MILLI),
                Text.format("%.0f", one.min() / NANOS_PER_MILLI),
                ratio(one, report)));
      }
      return table.toString();
    }

    private static String ratio(Measurement one, Report report) {
      return report.merged().stream()
          .filter(other -> other.subject().equals(PEER) && other.ranks() == one.ranks())
          .map(other -> Text.format("%.2f", report.ratio(one, other)))
          .findFirst()
          .orElse("-");
    }
  }

  /**
   * Returns the programs of a round from some number of ranks on.
   *
   * @param subjects what runs in turn
   * @param firstRanks the first number of ranks
   */
  static List<String> programs(List<Subject> subjects, int firstRanks) {
    return RANKS.stream()
        .filter(ranks -> ranks >= firstRanks)
        .flatMap(ranks -> subjects.stream().map(one -> one.name() + " on " + ranks + " ranks"))
        .toList();
  }

  private static double nanos(List<String> command) throws IOException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " exited with " + process.exitValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + command.getFirst() + " ran", e);
    }
    return System.nanoTime() - start;
  }
}
