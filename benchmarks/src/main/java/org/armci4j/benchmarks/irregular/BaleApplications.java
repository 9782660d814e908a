package org.armci4j.benchmarks.irregular;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.armci4j.benchmarks.driver.Command;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.driver.TimeLeft;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs applications of this system and of bale in turn, behind a suite's other measurements. A
 * figure is the time of one item at each rank. Plain forms have the application's name: the first
 * of the example's forms, and bale's {@code agp}. The example's other forms follow under names of
 * their own; its stream stands beside the best of bale's forms.
 *
 * @param words the measurements of words
 * @param measuresWords whether there are any
 * @param applications the applications
 * @param folder bale's programs
 * @param threads whether this system's ranks are threads
 * @param options number of rounds, of ranks, and the time for words and applications together
 */
record BaleApplications(
    SuiteRun words,
    boolean measuresWords,
    List<BaleApplication> applications,
    Path folder,
    boolean threads,
    SuiteOptions options)
    implements SuiteRun {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Begin of the name of an example's form that has the place of bale's aggregating ones. */
  private static final String STREAM = "stream";

  private static final double NANOS_PER_SECOND = 1e9;

  /** An application on some ranks. */
  private record BaleTurn(BaleApplication application, int ranks) {
    @Override
    public String toString() {
      return Text.format("%s on %d ranks", application.name(), ranks);
    }
  }

  @Override
  public List<String> measure(Report report) throws IOException {
    long start = System.nanoTime();
    List<String> remarks = new ArrayList<>();
    if (measuresWords) {
      remarks.addAll(words.measure(report));
    }
    List<BaleTurn> turns = new ArrayList<>();
    for (int ranks : options.ranks()) {
      applications.forEach(one -> turns.add(new BaleTurn(one, ranks)));
    }
    Duration rest =
        options.within() == null ? null : options.within().minusNanos(System.nanoTime() - start);
    Map<String, String> found = new LinkedHashMap<>();
    if (rest == null || rest.isPositive()) {
      measure(turns, rest, report, found);
    } else {
      out(1, turns, found);
    }
    remarks.addAll(found.values());
    return remarks;
  }

  /**
   * Runs the turns of all rounds, as far as the time allows.
   *
   * @param rest time for all of them; null for no limit
   * @param remarks receives the last remark of each kind
   */
  private void measure(
      List<BaleTurn> turns, Duration rest, Report report, Map<String, String> remarks) {
    TimeLeft left = new TimeLeft(options.rounds() * turns.size(), System.nanoTime(), rest);
    for (int round = 1; round <= options.rounds(); round++) {
      for (int i = 0; i < turns.size(); i++) {
        if (!left.hasRoom(System.nanoTime())) {
          out(round, turns.subList(i, turns.size()), remarks);
          return;
        }
        take(turns.get(i), report, remarks);
        left.step(System.nanoTime());
      }
    }
  }

  private void out(int round, List<BaleTurn> turns, Map<String, String> remarks) {
    List<String> names = turns.stream().map(BaleTurn::toString).toList();
    remarks.put("time", TimeLeft.remark(round, options.rounds(), names));
  }

  /** Runs both programs; the failure of one is a remark. */
  private void take(BaleTurn turn, Report report, Map<String, String> remarks) {
    BaleApplication.ExampleOutput own;
    try {
      own = runExample(turn);
    } catch (IllegalStateException failed) {
      remarks.put(turn + " here", failed.getMessage());
      return;
    }
    String stream = null;
    for (Map.Entry<String, Double> form : own.perSecond().entrySet()) {
      String name = turn.application().figure(form.getKey(), own);
      report.add(figure(JobMain.OWN, name, turn.ranks(), 1 / form.getValue()));
      if (form.getKey().startsWith(STREAM)) {
        stream = name;
      }
    }
    try {
      addBale(turn, stream, own.items(), report, remarks);
    } catch (IllegalStateException failed) {
      remarks.put(turn + " in bale", "bale's " + failed.getMessage());
    }
  }

  /**
   * Adds bale's figures.
   *
   * @param stream the name of the example's stream; null if it has none
   */
  private void addBale(
      BaleTurn turn, String stream, long items, Report report, Map<String, String> remarks) {
    BaleApplication application = turn.application();
    BaleOutput output = runProgram(turn);
    OptionalDouble plain = output.plain(application.program());
    remarks.put(
        turn.toString(),
        Text.format(
            "%s: %d items here, %d in bale, whose forms took %s s%s",
            turn,
            items,
            output.items(),
            output.seconds(),
            plain.isPresent() ? "" : "; it has no plain form"));
    if (plain.isPresent()) {
      addBale(application.name(), turn, plain.getAsDouble() / output.items(), report);
    }
    if (stream != null) {
      addBale(stream, turn, output.best(application.program()) / output.items(), report);
    }
  }

  private static void addBale(String name, BaleTurn turn, double secondsPerItem, Report report) {
    report.add(figure(BalePrograms.NAME, name, turn.ranks(), secondsPerItem));
  }

  /** Returns the time of one item at each rank, from the time of one item of all together. */
  private static List<Measurement> figure(
      String subject, String name, int ranks, double secondsPerItem) {
    double nanos = ranks * NANOS_PER_SECOND * secondsPerItem;
    return List.of(
        new Measurement(subject, name, Long.BYTES, ranks, Measurement.NANOS, nanos, nanos, nanos));
  }

  private BaleApplication.ExampleOutput runExample(BaleTurn turn) {
    BaleApplication application = turn.application();
    Command.Outcome outcome = Command.run(application.exampleCommand(turn.ranks(), threads), LIMIT);
    if (outcome.exitCode() != 0) {
      throw new IllegalStateException(
          Text.format(
              "%s ended with exit code %d:%n%s", turn, outcome.exitCode(), outcome.lastLines()));
    }
    return application.read(outcome.lines());
  }

  private BaleOutput runProgram(BaleTurn turn) {
    BaleApplication application = turn.application();
    String path = folder.resolve(application.program()).toAbsolutePath().toString();
    Command.Outcome outcome = Command.run(application.programCommand(path, turn.ranks()), LIMIT);
    return BaleOutput.parse(application.program(), outcome.lines());
  }

  @Override
  public String table(Report report) {
    return words.table(report);
  }
}
