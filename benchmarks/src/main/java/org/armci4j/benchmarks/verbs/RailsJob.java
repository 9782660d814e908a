package org.armci4j.benchmarks.verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.bootstrap.text.Text;

/** Jobs over the lab's rails, and the figures that they print. */
final class RailsJob {
  /** Devices of the ranks in turn: one rail. */
  static final String ONE = "rxe0/rxe0b";

  /** The same with two. */
  static final String TWO = "rxe0,rxe1/rxe0b,rxe1b";

  /**
   * Longer than packets wait at a rail of such a rate: what waits longer is sent again by the
   * software device, and fills it.
   */
  static final String LONG_TIMEOUT = "2s";

  /** Little beside stripes of a quarter of a megabyte. */
  static final String LONG_BURST = "64k";

  private static final String FIGURE = "figure|";
  private static final double MEGA = 1e6;
  private static final double NANO = 1e-9;

  private final Class<?> program;
  private final int ranks;
  private final boolean threads;

  /** By phase, then by size or by step, mostly in megabytes a second. */
  private final Map<String, Map<Integer, Double>> figures = new LinkedHashMap<>();

  /**
   * @param program what each rank runs; its arguments are phases
   * @param ranks how many, each a process
   */
  RailsJob(Class<?> program, int ranks) {
    this(program, ranks, false);
  }

  /**
   * @param program what each rank runs; its arguments are phases
   * @param ranks how many
   * @param threads whether they are threads of one JVM
   */
  RailsJob(Class<?> program, int ranks, boolean threads) {
    if (!Files.isDirectory(Path.of("/sys/class/infiniband/rxe1b"))) {
      throw new IllegalArgumentException(
          "--rails needs the lab's wires: armci lab --rails 2 -- ./armci bench verbs --rails 2");
    }
    this.program = program;
    this.ranks = ranks;
    this.threads = threads;
  }

  /**
   * Runs one job, and prints what it prints.
   *
   * @param devices of the ranks in turn
   * @param ackTimeout the setting {@code verbsAckTimeout}
   */
  void run(String devices, String ackTimeout, String... phases) throws IOException {
    List<String> options =
        List.of(
            "-Darmci.transport=verbs",
            "-Darmci.verbsSameHost=device",
            "-Darmci.verbsStripeBytes=64K",
            "-Darmci.verbsAckTimeout=" + ackTimeout,
            "-Darmci.waitTimeout=30m",
            "-Darmci.verbsDevice=" + devices);
    List<String> command =
        new ArrayList<>(JobMain.subject(program, threads, options).launch().apply(ranks));
    command.addAll(List.of(phases));
    Process job =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = job.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read(line);
      }
    }
  }

  private void read(String line) {
    int begin = line.indexOf(FIGURE);
    if (begin < 0) {
      System.out.println(line);
      return;
    }
    String[] words = line.substring(begin + FIGURE.length()).split("\\|", -1);
    System.out.printf(Locale.ROOT, "%s, %s: %s%s%n", (Object[]) words); // as a run takes minutes
    figures
        .computeIfAbsent(words[0], _ -> new TreeMap<>())
        .put(Integer.parseInt(words[1]), Double.parseDouble(words[2]));
  }

  /** The figures of a phase of any job, by size or step; empty if there is none. */
  Map<Integer, Double> of(String phase) {
    return figures.getOrDefault(phase, Map.of());
  }

  /** How a rank tells a rate. */
  static void tell(String phase, int at, double bytesPerNano) {
    tell(phase, at, bytesPerNano / NANO / MEGA, " MB/s");
  }

  /** How a rank tells a part of a whole. */
  static void tellShare(String phase, int at, double share) {
    tell(phase, at, share, "");
  }

  private static void tell(String phase, int at, double value, String unit) {
    System.out.printf(Locale.ROOT, "%s%s|%d|%.2f|%s%n", FIGURE, phase, at, value, unit);
  }

  /** The command that sets the rate of both ends of a wire, whether they have one or not. */
  static String rate(int rail, int megabits, String burst) {
    String end = "rail" + rail;
    return rate("replace", end, megabits, burst)
        + " && "
        + rate("replace", end + "b", megabits, burst);
  }

  /**
   * The command that sets the rate of one end of a wire. Nothing is dropped there: the queue is
   * longer than what is under way.
   *
   * @param verb add, change, or replace for either
   */
  static String rate(String verb, String end, int megabits) {
    return rate(verb, end, megabits, LONG_BURST);
  }

  /**
   * The same.
   *
   * @param burst as much as goes at once when there was nothing for a while
   */
  static String rate(String verb, String end, int megabits, String burst) {
    return Text.format(
        "tc qdisc %s dev %s root tbf rate %dmbit burst %s limit 32m", verb, end, megabits, burst);
  }

  /** What a rank does to the network. */
  static void shell(String command) throws IOException, InterruptedException {
    int code = new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(Text.format("exit code %d of: %s", code, command));
    }
  }

  /** Prints a line of a table. */
  static void line(Object... cells) {
    StringBuilder text = new StringBuilder();
    for (Object cell : cells) {
      text.append(Text.format("%10s", cell));
    }
    System.out.println(text);
  }

  /** A figure in a table. */
  static String text(double value) {
    return Text.format("%.2f", value);
  }
}
