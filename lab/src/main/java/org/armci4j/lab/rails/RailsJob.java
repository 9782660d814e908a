package org.armci4j.lab.rails;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.driver.Runner;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** Runs jobs over the lab's rails, and finds the figures that they print. */
final class RailsJob {
  /** Devices of the ranks in turn, over one rail. */
  static final String ONE = "rxe0/rxe0b";

  /** Devices of the ranks in turn, over two rails. */
  static final String TWO = "rxe0,rxe1/rxe0b,rxe1b";

  /**
   * Longer than packets wait at a rail of that rate. After a shorter timeout the software device
   * would send waiting packets again, and fill the rail with them.
   */
  static final String LONG_TIMEOUT = "2s";

  /** Burst of a rail: short against stripes of a quarter of a megabyte. */
  static final String LONG_BURST = "64k";

  /** The unit of rates. */
  static final String RATE = "MB/s";

  private static final String SHARE = "1";
  private static final Duration LIMIT = Duration.ofHours(2);
  private static final double MEGA = 1e6;
  private static final double NANO = 1e-9;

  private final Report report;
  private final Class<?> program;
  private final int ranks;
  private final boolean threads;
  private final List<String> notes = new ArrayList<>();

  /**
   * Prepares jobs.
   *
   * @param report receives the figures
   * @param program the main class of each rank; its arguments are phases
   * @param ranks number of ranks
   * @param threads whether ranks are threads of one JVM
   */
  RailsJob(Report report, Class<?> program, int ranks, boolean threads) {
    this.report = report;
    this.program = program;
    this.ranks = ranks;
    this.threads = threads;
  }

  /**
   * Runs one job, and shows its figures as they come.
   *
   * @param devices devices of the ranks in turn
   * @param ackTimeout the setting {@code verbsAckTimeout}
   */
  void run(String devices, String ackTimeout, String... phases) {
    List<String> options =
        List.of(
            "-Darmci.transport=verbs",
            "-Darmci.verbsSameHost=device",
            "-Darmci.verbsStripeBytes=64K",
            "-Darmci.verbsAckTimeout=" + ackTimeout,
            "-Darmci.waitTimeout=30m",
            "-Darmci.verbsDevice=" + devices);
    notes.addAll(
        new Runner(List.of(JobMain.subject(program, threads, options)), List.of(phases), report)
            .within(LIMIT)
            .showing()
            .inFreshJobs(1, List.of(ranks)));
  }

  /** Returns the jobs' notes on their figures. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Returns the figures of a phase of any job, by size or step; empty if there is none. */
  static Map<Long, Double> figures(Report report, String phase) {
    Map<Long, Double> figures = new TreeMap<>();
    report.merged().stream()
        .filter(one -> one.operation().equals(ResultLines.word(phase)))
        .forEach(one -> figures.put(one.sizeBytes(), one.median()));
    return figures;
  }

  /** Prints a rank's rate, at a size or a step of a phase. */
  static void tell(String phase, long at, double bytesPerNano) {
    tell(phase, at, bytesPerNano / NANO / MEGA, RATE);
  }

  /** Prints a share. */
  static void tellShare(String phase, long at, double share) {
    tell(phase, at, share, SHARE);
  }

  private static void tell(String phase, long at, double value, String unit) {
    double[] figure = {value, value, value};
    ResultLines.print(ResultLines.word(phase), at, figure, ResultLines.unit(unit));
  }

  /** Returns the command that sets the rate of both ends of a wire, replacing an earlier rate. */
  static String rate(int rail, int megabits, String burst) {
    String end = "rail" + rail;
    return rate("replace", end, megabits, burst)
        + " && "
        + rate("replace", end + "b", megabits, burst);
  }

  /**
   * Returns the command that sets the rate of one end of a wire. The wire drops nothing, as its
   * queue is longer than all data under way.
   *
   * @param verb add, change, or replace for either
   */
  static String rate(String verb, String end, int megabits) {
    return rate(verb, end, megabits, LONG_BURST);
  }

  /**
   * Returns the same command with another burst.
   *
   * @param burst bytes that pass at once after a pause
   */
  static String rate(String verb, String end, int megabits, String burst) {
    return Text.format(
        "tc qdisc %s dev %s root tbf rate %dmbit burst %s limit 32m", verb, end, megabits, burst);
  }

  /** Runs a command that changes the network. */
  static void shell(String command) throws IOException, InterruptedException {
    int code = new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(Text.format("exit code %d of: %s", code, command));
    }
  }

  /** Returns a line of a table. */
  static String line(Object... cells) {
    StringBuilder text = new StringBuilder();
    for (Object cell : cells) {
      text.append(Text.format("%10s", cell));
    }
    return text.append(System.lineSeparator()).toString();
  }

  /** Formats a figure for a table. */
  static String text(double value) {
    return Text.format("%.2f", value);
  }
}
