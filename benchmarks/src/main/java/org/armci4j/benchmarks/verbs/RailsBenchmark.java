package org.armci4j.benchmarks.verbs;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
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

  /** The phase that shows what becomes of it otherwise. */
  private static final String SHORT = "slowed, with verbsAckTimeout as by default";

  /** As the lab has made it; a link that is taken down loses it. */
  private static final String ROUTE = "ip route replace 10.9.1.2 dev rail1 src 10.9.1.1 table 102";

  private final RailsJob job = new RailsJob(RailsRank.class, 2);

  private RailsBenchmark() {}

  /** Runs it, in {@code armci lab --rails 2}. */
  static void run() throws IOException {
    RailsBenchmark benchmark = new RailsBenchmark();
    benchmark.measure();
    benchmark.print();
  }

  private void measure() throws IOException {
    job.run(RailsJob.ONE, RailsJob.LONG_TIMEOUT, "sizes|one|" + add(0) + ";" + add(1));
    job.run(
        RailsJob.TWO,
        RailsJob.LONG_TIMEOUT,
        "sizes|equal|true",
        "sizes|unequal|" + rate(SLOW_MEGABITS),
        slowed("slowed"),
        "time|failing|true|ip link set rail1 down|ip link set rail1 up && " + ROUTE);
    job.run(
        RailsJob.TWO, VerbsSettings.ACK_TIMEOUT.defaultValue().toMillis() + "ms", slowed(SHORT));
  }

  private static String add(int rail) {
    return RailsJob.rate("add", "rail" + rail, MEGABITS);
  }

  private static String rate(int megabits) {
    return RailsJob.rate("change", "rail1", megabits);
  }

  private static String slowed(String name) {
    return Text.format(
        "time|%s|%s|%s|%s", name, rate(MEGABITS), rate(SLOW_MEGABITS), rate(MEGABITS));
  }

  private void print() {
    System.out.printf(
        Locale.ROOT,
        "%nputs, MB/s; a rail carries %.0f MB/s, the slow one of two unequal ones %.1f%n",
        MEGABYTES,
        SLOW_MEGABITS / 8.0);
    RailsJob.line("bytes", "one rail", "two equal", "x", "unequal", "x");
    Map<Integer, Double> one = job.of("one");
    one.forEach(
        (bytes, rate) -> {
          double equal = job.of("equal").getOrDefault(bytes, Double.NaN);
          double unequal = job.of("unequal").getOrDefault(bytes, Double.NaN);
          RailsJob.line(
              bytes,
              RailsJob.text(rate),
              RailsJob.text(equal),
              RailsJob.text(equal / rate),
              RailsJob.text(unequal),
              RailsJob.text(unequal / rate));
        });
    System.out.printf(Locale.ROOT, "%nover time, MB/s in steps of half a second%n");
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
    List<Double> steps = List.copyOf(job.of(name).values());
    int length = steps.size() / carried.length;
    System.out.println(name);
    for (int third = 0; third < carried.length; third++) {
      List<Double> part = steps.subList(third * length, (third + 1) * length);
      System.out.println(
          "  " + part.stream().map(rate -> Text.format("%.1f", rate)).collect(joining(" ")));
      System.out.printf(Locale.ROOT, "    %s%n", summary(part, carried[third]));
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
    return Text.format(
        "%s of the %s that the rails carry (%s); %s of them first in step %s",
        RailsJob.text(middle),
        RailsJob.text(carried),
        RailsJob.text(middle / carried),
        RailsJob.text(RECOVERED),
        first < part.size() ? first + 1 : "none");
  }
}
