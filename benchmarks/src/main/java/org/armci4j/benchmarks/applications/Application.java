package org.armci4j.benchmarks.applications;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.examples.cg.Cg;
import org.armci4j.examples.mg.Mg;
import org.armci4j.examples.summa.Summa;

/**
 * An example that times itself and checks its result.
 *
 * @param name its name in the report
 * @param mainClass its main class
 * @param arguments its arguments
 * @param seconds the time in its output, for each form of the program
 */
record Application(
    String name, Class<?> mainClass, List<String> arguments, Map<String, Pattern> seconds) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Returns the programs, smaller ones for a quick run. */
  static List<Application> all(boolean quick) {
    return List.of(
        new Application(
            quick ? "mg-W" : "mg-A",
            Mg.class,
            List.of("--class", quick ? "W" : "A", "--messages"),
            Map.of(
                JobMain.OWN,
                Pattern.compile("second time: one-sided ([0-9.]+) s"),
                JobMain.BY_MESSAGES,
                Pattern.compile("second time: .*by messages ([0-9.]+) s"))),
        new Application(
            quick ? "summa-512" : "summa-1024",
            Summa.class,
            List.of("--size", quick ? "512" : "1024", "--messages"),
            Map.of(
                JobMain.OWN,
                Pattern.compile("^with overlap +median ([0-9.]+) s"),
                JobMain.BY_MESSAGES,
                Pattern.compile("^messages, with overlap +median ([0-9.]+) s"))),
        new Application(
            "cg",
            Cg.class,
            List.of(),
            Map.of(JobMain.OWN, Pattern.compile("^rank 0:.* ([0-9.]+) s$"))));
  }

  /** Returns the command that runs it. */
  List<String> command(int ranks) {
    List<String> command = new ArrayList<>(JobMain.subject(mainClass, false).launch().apply(ranks));
    command.addAll(arguments);
    return command;
  }

  /**
   * Returns the times in the output.
   *
   * @throws IllegalStateException when one is missing
   */
  List<Measurement> figures(List<String> output, int ranks) {
    List<Measurement> figures = new ArrayList<>();
    seconds.forEach(
        (subject, pattern) -> {
          double nanos = NANOS_PER_SECOND * seconds(output, pattern);
          figures.add(
              new Measurement(subject, name, 0, ranks, Measurement.NANOS, nanos, nanos, nanos));
        });
    return figures;
  }

  private double seconds(List<String> output, Pattern pattern) {
    return output.stream()
        .map(pattern::matcher)
        .filter(Matcher::find)
        .mapToDouble(found -> Double.parseDouble(found.group(1)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    name + " printed no time:\n" + String.join("\n", output)));
  }
}
