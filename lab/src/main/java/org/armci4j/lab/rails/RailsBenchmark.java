package org.armci4j.lab.rails;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.verbs.VerbsSettings;

/**
 * Measures bandwidth over two rails of the lab's machine, whose rates it sets: by size over one
 * rail, two equal rails and two unequal ones; and over time, while one rail is slowed, and while
 * one fails and comes back.
 */
final class RailsBenchmark implements SuiteRun {
  /** Rate of a rail that one emulated core can fill twice; above it, the core is the limit. */
  private static final int MEGABITS = 40;

  private static final double MEGABYTES = MEGABITS / 8.0;
  private static final double RECOVERED = 0.9;
  private static final int SLOW_MEGABITS = MEGABITS / 4;

  /** Phase with the default timeout, to show the effect of a short one. */
  private static final String SHORT = "slowed, with verbsAckTimeout as by default";

  /** The lab's route, which a link loses when it is taken down. */
  private static final String ROUTE = "ip route replace 10.9.1.2 dev rail1 src 10.9.1.1 table 102";

  @Override
  public List<String> measure(Report report) {
    RailsJob job = new RailsJob(report, RailsRank.class, 2, false);
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
    return job.notes();
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

  @Override
  public String table(Report report) {
    StringBuilder text = new StringBuilder();
    text.append(
        Text.format(
            "%nputs, MB/s; a rail carries %.0f MB/s, the slow one of two unequal ones %.1f%n",
            MEGABYTES, SLOW_MEGABITS / 8.0));
    text.append(RailsJob.line("bytes", "one rail", "two equal", "x", "unequal", "x"));
    Map<Long, Double> equalRates = RailsJob.figures(report, "equal");
    Map<Long, Double> unequalRates = RailsJob.figures(report, "unequal");
    RailsJob.figures(report, "one")
        .forEach(
            (bytes, rate) -> {
              double equal = equalRates.getOrDefault(bytes, Double.NaN);
              double unequal = unequalRates.getOrDefault(bytes, Double.NaN);
              text.append(
                  RailsJob.line(
                      bytes,
                      RailsJob.text(rate),
                      RailsJob.text(equal),
                      RailsJob.text(equal / rate),
                      RailsJob.text(unequal),
                      RailsJob.text(unequal / rate)));
            });
    text.append(Text.format("%nover time, MB/s in steps of half a second%n"));
    double whole = 2 * MEGABYTES;
    double slow = MEGABYTES + SLOW_MEGABITS / 8.0;
    text.append(series(report, "slowed", whole, slow, whole));
    text.append(series(report, SHORT, whole, slow, whole));
    text.append(series(report, "failing", whole, MEGABYTES, whole));
    return text.toString();
  }

  /**
   * Returns the lines of a phase.
   *
   * @param carried rate that the rails carry in each third of the phase
   */
  private static String series(Report report, String name, double... carried) {
    List<Double> steps = List.copyOf(RailsJob.figures(report, name).values());
    int length = steps.size() / carried.length;
    StringBuilder text = new StringBuilder(Text.format("%s%n", name));
    for (int third = 0; third < carried.length; third++) {
      List<Double> part = steps.subList(third * length, (third + 1) * length);
      String rates = part.stream().map(rate -> Text.format("%.1f", rate)).collect(joining(" "));
      text.append(Text.format("  %s%n    %s%n", rates, summary(part, carried[third])));
    }
    return text.toString();
  }

  /** Returns the summary of a part. Its second half is the settled rate. */
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
