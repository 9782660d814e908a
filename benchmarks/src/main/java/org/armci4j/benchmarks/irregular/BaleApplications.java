package org.armci4j.benchmarks.irregular;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.driver.Command;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.driver.TimeLeft;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs applications of this system and of bale in turn, behind a suite's other measurements. A
 * figure is the time of one item at each rank. The example's plain form has the application's name,
 * as has the best of bale's forms; the example's other forms follow under names of their own.
 *
 * @param words the measurements of words
 * @param measuresWords whether there are any
 * @param applications the applications
 * @param folder bale's programs
 * @param threads whether this system's ranks are threads
 * @param options number of rounds, of ranks, and the time
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
    TimeLeft left = new TimeLeft(options.rounds() * turns.size(), start, options.within());
    for (int round = 1; round <= options.rounds(); round++) {
      for (int i = 0; i < turns.size(); i++) {
        if (!left.hasRoom(System.nanoTime())) {
          List<String> out =
              turns.subList(i, turns.size()).stream().map(BaleTurn::toString).toList();
          remarks.add(TimeLeft.remark(round, options.rounds(), out));
          return remarks;
        }
        remarks.addAll(take(turns.get(i), report));
        left.step(System.nanoTime());
      }
    }
    return remarks;
  }

  /** Runs both programs; the failure of bale's is a remark. */
  private List<String> take(BaleTurn turn, Report report) {
    String name = turn.application().name();
    BaleApplication.ExampleOutput own = runExample(turn);
    String plain = own.perSecond().keySet().iterator().next();
    own.perSecond()
        .forEach(
            (form, rate) -> {
              String more = form.equals(plain) ? "" : "-" + ResultLines.word(form);
              report.add(figure(JobMain.OWN, name + more, turn.ranks(), 1 / rate));
            });
    try {
      BaleOutput output = runProgram(turn);
      double best = output.best(turn.application().program());
      report.add(figure(BalePrograms.NAME, name, turn.ranks(), best / output.items()));
      return List.of(
          Text.format(
              "%s: %d items here, %d in bale, whose forms took %s s",
              turn, own.items(), output.items(), output.seconds()));
    } catch (IllegalStateException failed) {
      return List.of("bale's " + failed.getMessage());
    }
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
