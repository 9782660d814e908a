package org.armci4j.benchmarks.verbs;

import static java.util.stream.Collectors.joining;

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
import org.armci4j.transport.verbs.VerbsSettings;

/**
 * Bandwidth over two rails of the lab's machine, whose rates it sets: by size with one rail, two
 * equal and two unequal ones, and over time while one is slowed, and while one fails and comes
 * back.
 */
final class RailsBenchmark {
  /** As much as one emulated core can fill twice: with more, the core would be measured. */
  private static final int MEGABITS = 40;

  private static final double MEGABYTES = MEGABITS / 8.0;
  private static final double RECOVERED = 0.9;
  private static final int SLOW_MEGABITS = MEGABITS / 4;
  private static final String ONE = "rxe0/rxe0b";
  private static final String TWO = "rxe0,rxe1/rxe0b,rxe1b";

  /**
   * Longer than packets wait at a rail of such a rate: what waits longer is sent again by the
   * software device, and fills it.
   */
  private static final String LONG_TIMEOUT = "2s";

  /** The phase that shows what becomes of it otherwise. */
  private static final String SHORT = "slowed, with verbsAckTimeout as by default";

  /** As the lab has made it; a link that is taken down loses it. */
  private static final String ROUTE = "ip route replace 10.9.1.2 dev rail1 src 10.9.1.1 table 102";

  /** By phase, then by size or by step, in megabytes a second. */
  private final Map<String, Map<Integer, Double>> figures = new LinkedHashMap<>();

  private RailsBenchmark() {}

  /** Runs it, in {@code armci lab --rails 2}. */
  static void run() throws IOException {
    if (!Files.isDirectory(Path.of("/sys/class/infiniband/rxe1b"))) {
      throw new IllegalArgumentException(
          "--rails needs the lab's wires: armci lab --rails 2 -- ./armci bench verbs --rails 2");
    }
    RailsBenchmark benchmark = new RailsBenchmark();
    benchmark.job(ONE, LONG_TIMEOUT, "sizes|one|" + add(0) + ";" + add(1));
    benchmark.job(
        TWO,
        LONG_TIMEOUT,
        "sizes|equal|true",
        "sizes|unequal|" + rate(SLOW_MEGABITS),
        slowed("slowed"),
        "time|failing|true|ip link set rail1 down|ip link set rail1 up && " + ROUTE);
    benchmark.job(TWO, VerbsSettings.ACK_TIMEOUT.defaultValue().toMillis() + "ms", slowed(SHORT));
    benchmark.print();
  }

  /** Nothing is dropped: the queue is longer than what devices have under way. */
  private static String add(int rail) {
    return "tc qdisc add dev rail%d root tbf rate %dmbit burst 64k limit 32m"
        .formatted(rail, MEGABITS);
  }

  private static String rate(int megabits) {
    return "tc qdisc change dev rail1 root tbf rate %dmbit burst 64k limit 32m".formatted(megabits);
  }

  private static String slowed(String name) {
    return "time|%s|%s|%s|%s".formatted(name, rate(MEGABITS), rate(SLOW_MEGABITS), rate(MEGABITS));
  }

  private void job(String devices, String ackTimeout, String... phases) throws IOException {
    List<String> options =
        List.of(
            "-Darmci.transport=verbs",
            "-Darmci.verbsSameHost=device",
            "-Darmci.verbsStripeBytes=64K",
            "-Darmci.verbsAckTimeout=" + ackTimeout,
            "-Darmci.waitTimeout=30m",
            "-Darmci.verbsDevice=" + devices);
    List<String> command =
        new ArrayList<>(JobMain.subject(RailsRank.class, false, options).launch().apply(2));
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
    int begin = line.indexOf(RailsRank.FIGURE);
    if (begin < 0) {
      System.out.println(line);
      return;
    }
    String[] words = line.substring(begin + RailsRank.FIGURE.length()).split("\\|", -1);
    System.out.printf("%s, %s: %s MB/s%n", words[0], words[1], words[2]); // as a run takes minutes
    figures
        .computeIfAbsent(words[0], _ -> new TreeMap<>())
        .put(Integer.parseInt(words[1]), Double.parseDouble(words[2]));
  }

  private void print() {
    System.out.printf(
        "%nputs, MB/s; a rail carries %.0f MB/s, the slow one of two unequal ones %.1f%n",
        MEGABYTES, SLOW_MEGABITS / 8.0);
    line("bytes", "one rail", "two equal", "x", "unequal", "x");
    Map<Integer, Double> one = of("one");
    one.forEach(
        (bytes, rate) -> {
          double equal = of("equal").getOrDefault(bytes, Double.NaN);
          double unequal = of("unequal").getOrDefault(bytes, Double.NaN);
          line(
              bytes,
              text(rate),
              text(equal),
              text(equal / rate),
              text(unequal),
              text(unequal / rate));
        });
    System.out.printf("%nover time, MB/s in steps of half a second%n");
    double whole = 2 * MEGABYTES;
    double slow = MEGABYTES + SLOW_MEGABITS / 8.0;
    series("slowed", whole, slow, whole);
    series(SHORT, whole, slow, whole);
    series("failing", whole, MEGABYTES, whole);
  }

  /**
   * Prints a phase.
   *
   * @param carried what the rails carry in each third of it
   */
  private void series(String name, double... carried) {
    List<Double> steps = List.copyOf(of(name).values());
    int length = steps.size() / carried.length;
    System.out.println(name);
    for (int third = 0; third < carried.length; third++) {
      List<Double> part = steps.subList(third * length, (third + 1) * length);
      System.out.println(
          "  " + part.stream().map(rate -> "%.1f".formatted(rate)).collect(joining(" ")));
      System.out.printf("    %s%n", summary(part, carried[third]));
    }
  }

  /** The second half of a part is what it comes to. */
  private static String summary(List<Double> part, double carried) {
    double aim = RECOVERED * carried;
    int first = 0;
    while (first < part.size() && part.get(first) < aim) {
      first++;
    }
    double[] late =
        part.stream().skip(part.size() / 2).mapToDouble(rate -> rate).sorted().toArray();
    double middle = late.length == 0 ? Double.NaN : late[late.length / 2];
    return "%s of the %s that the rails carry (%s); %s of them first in step %s"
        .formatted(
            text(middle),
            text(carried),
            text(middle / carried),
            text(RECOVERED),
            first < part.size() ? first + 1 : "none");
  }

  private Map<Integer, Double> of(String phase) {
    return figures.getOrDefault(phase, Map.of());
  }

  private static void line(Object... cells) {
    StringBuilder text = new StringBuilder();
    for (Object cell : cells) {
      text.append(String.format(Locale.ROOT, "%10s", cell));
    }
    System.out.println(text);
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
