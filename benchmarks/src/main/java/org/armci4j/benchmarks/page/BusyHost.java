package org.armci4j.benchmarks.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Tells why figures may be worse than the systems that they measure: another program ran, the host
 * of this machine took its cores, or repetitions differ much.
 *
 * @param load the mean number of programs that ran or wanted to, over the last minute
 * @param ticks time of all cores since the start, in ticks
 * @param stolenTicks the part of it that the host of a virtual machine gave to others
 */
record BusyHost(double load, long ticks, long stolenTicks) {
  /** Load from which on some rank lacks a core now and then. */
  private static final double BUSY_LOAD = 0.5;

  private static final double STOLEN_SHARE = 0.01;

  /** A figure is spread if its 90th percentile is so many times its fastest repetition. */
  private static final double SPREAD = 1.5;

  private static final double SPREAD_SHARE = 0.2;

  /** Place of the stolen ticks in the line {@code cpu} of /proc/stat: see proc_stat(5). */
  private static final int STEAL = 7;

  /** Numbers of that line that count: the rest is part of them. */
  private static final int KINDS = 8;

  /** Reads the state of the host from a folder like /proc; what is missing there counts as 0. */
  static BusyHost read(Path proc) {
    long[] ticks =
        Arrays.stream(words(proc.resolve("stat")))
            .skip(1)
            .limit(KINDS)
            .mapToLong(Long::parseLong)
            .toArray();
    String[] load = words(proc.resolve("loadavg"));
    return new BusyHost(
        load.length == 0 ? 0 : Double.parseDouble(load[0]),
        Arrays.stream(ticks).sum(),
        ticks.length > STEAL ? ticks[STEAL] : 0);
  }

  /** Returns the words of a file's first line; none if there is no such file. */
  private static String[] words(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.findFirst().map(line -> line.strip().split("\\s+", -1)).orElse(new String[0]);
    } catch (IOException absent) {
      return new String[0];
    }
  }

  /**
   * Returns the reasons to doubt what was measured since this state.
   *
   * @param end the state after it
   * @param suites the figures
   */
  List<String> warnings(BusyHost end, List<Report> suites) {
    List<String> warnings = new ArrayList<>();
    if (load >= BUSY_LOAD) {
      warnings.add(
          Text.format(
              "The machine was busy before the first measurement: a load of %.1f. Stop what else"
                  + " runs and measure again.",
              load));
    }
    double stolen = (end.stolenTicks - stolenTicks) / (double) Math.max(1, end.ticks - ticks);
    if (stolen >= STOLEN_SHARE) {
      warnings.add(
          Text.format(
              "The host of this virtual machine gave %.0f %% of its time to others.",
              100 * stolen));
    }
    List<Measurement> times =
        suites.stream()
            .flatMap(suite -> suite.merged().stream())
            .filter(one -> one.unit().equals(Measurement.NANOS))
            .filter(one -> one.subject().startsWith(JobMain.OWN))
            .toList();
    long spread = times.stream().filter(one -> one.p90() > SPREAD * one.min()).count();
    if (spread > SPREAD_SHARE * times.size()) {
      warnings.add(
          Text.format(
              "Repetitions differ much: in %d of %d figures the 90th percentile is more than %.1f"
                  + " times the fastest one. Another program ran, or the cores changed their"
                  + " distance or speed.",
              spread, times.size(), SPREAD));
    }
    return warnings;
  }
}
