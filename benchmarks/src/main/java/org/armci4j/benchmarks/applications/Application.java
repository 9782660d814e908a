package org.armci4j.benchmarks.applications;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Subject;
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
 * @param peer the folder of the peers' program in C; empty if there is none
 * @param peerArgument the argument of that program
 */
record Application(
    String name,
    Class<?> mainClass,
    List<String> arguments,
    Map<String, Pattern> seconds,
    String peer,
    String peerArgument) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Pattern PEER_SECONDS = Pattern.compile("^time ([0-9.]+) s$");

  /** Returns the programs, smaller ones for a quick run. */
  static List<Application> all(boolean quick) {
    String mg = quick ? "W" : "A";
    String summa = quick ? "512" : "1024";
    return List.of(
        new Application(
            "mg-" + mg,
            Mg.class,
            List.of("--class", mg, "--messages"),
            Map.of(
                JobMain.OWN,
                Pattern.compile("second time: one-sided ([0-9.]+) s"),
                JobMain.BY_MESSAGES,
                Pattern.compile("second time: .*by messages ([0-9.]+) s")),
            "mg",
            mg),
        new Application(
            "summa-" + summa,
            Summa.class,
            List.of("--size", summa, "--messages"),
            Map.of(
                JobMain.OWN,
                Pattern.compile("^with overlap +median ([0-9.]+) s"),
                JobMain.BY_MESSAGES,
                Pattern.compile("^messages, with overlap +median ([0-9.]+) s")),
            "summa",
            summa),
        new Application(
            "cg",
            Cg.class,
            List.of(),
            Map.of(JobMain.OWN, Pattern.compile("^rank 0:.* ([0-9.]+) s$")),
            "",
            ""));
  }

  /** Returns the command that runs it, by this system or by the program of a peer. */
  List<String> command(Subject subject, int ranks) {
    List<String> command = new ArrayList<>(subject.launch().apply(ranks));
    command.addAll(subject.name().equals(JobMain.OWN) ? arguments : List.of(peerArgument));
    return command;
  }

  /**
   * Returns the times in the output.
   *
   * @param subject whose output it is: this system, or a peer
   * @throws IllegalStateException when one is missing
   */
  List<Measurement> figures(String subject, List<String> output, int ranks) {
    Map<String, Pattern> forms =
        subject.equals(JobMain.OWN) ? seconds : Map.of(subject, PEER_SECONDS);
    List<Measurement> figures = new ArrayList<>();
    forms.forEach(
        (form, pattern) -> {
          double nanos = NANOS_PER_SECOND * seconds(output, pattern);
          figures.add(
              new Measurement(form, name, 0, ranks, Measurement.NANOS, nanos, nanos, nanos));
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
