package org.armci4j.benchmarks.applications;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.examples.cg.Cg;
import org.armci4j.examples.mg.Mg;
import org.armci4j.examples.summa.Summa;

/**
 * An example that times itself and checks its result.
 *
 * @param name its name in the report
 * @param mainClass its main class
 * @param arguments its arguments
 * @param seconds the time in its output, for each form of the program; the shortest of several
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
  private static final Pattern PEER_SECONDS = Pattern.compile("^time (?<seconds>[0-9.]+) s$");

  /** Returns the programs, fewer and smaller ones for a quick run. */
  static List<Application> all(boolean quick) {
    List<Application> all = new ArrayList<>();
    List<String> classes = quick ? List.of("S", "W") : List.of("S", "W", "A");
    classes.forEach(problem -> all.add(mg(problem)));
    for (int edge : quick ? new int[] {512} : new int[] {512, 1024}) {
      all.add(summa(Integer.toString(edge)));
      all.add(summa(Text.format("%dx%dx%d", edge, edge / 2, edge)));
    }
    Map<String, Pattern> cg =
        Map.of(JobMain.OWN, Pattern.compile("^rank 0:.* (?<seconds>[0-9.]+) s$"));
    all.add(new Application("cg", Cg.class, List.of(), cg, "", ""));
    return all;
  }

  private static Application mg(String problem) {
    return new Application(
        "mg-" + problem,
        Mg.class,
        List.of("--class", problem, "--messages"),
        Map.of(
            JobMain.OWN,
            Pattern.compile("medians: one-sided (?<seconds>[0-9.]+) s"),
            JobMain.BY_MESSAGES,
            Pattern.compile("medians: .*by messages (?<seconds>[0-9.]+) s")),
        "mg",
        problem);
  }

  private static Application summa(String size) {
    String median = "with(out)? overlap +median (?<seconds>[0-9.]+) s";
    return new Application(
        "summa-" + size,
        Summa.class,
        List.of("--size", size, "--messages"),
        Map.of(
            JobMain.OWN,
            Pattern.compile("^" + median),
            JobMain.BY_MESSAGES,
            Pattern.compile("^messages, " + median)),
        "summa",
        size);
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
        .mapToDouble(found -> Double.parseDouble(found.group("seconds")))
        .min()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    name + " printed no time:\n" + String.join("\n", output)));
  }
}
