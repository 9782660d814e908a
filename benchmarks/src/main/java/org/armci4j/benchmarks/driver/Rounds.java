package org.armci4j.benchmarks.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Measures several subjects in rounds: in each round every subject runs once, as a fresh job. What
 * disturbs the machine for a while thus disturbs all of them, and no subject lives on one lucky
 * start.
 */
public final class Rounds {
  /** How long a subject may take, once. */
  private static final Duration JOB_LIMIT = Duration.ofMinutes(5);

  private final List<Subject> subjects;
  private final List<String> arguments;
  private final Report report;
  private final List<String> problems = new ArrayList<>();

  /**
   * Prepares, runs nothing.
   *
   * @param subjects this system first
   * @param arguments of every subject's program
   * @param report gets the figures
   */
  public Rounds(List<Subject> subjects, List<String> arguments, Report report) {
    this.subjects = List.copyOf(subjects);
    this.arguments = List.copyOf(arguments);
    this.report = report;
  }

  /**
   * Runs all rounds. A peer that fails is noted, and what it printed before counts.
   *
   * @param rounds how many
   * @param rankCounts for each round, the numbers of ranks
   * @throws IllegalStateException when this system fails
   */
  public void run(int rounds, List<Integer> rankCounts) {
    TimeLeft left = new TimeLeft(rounds * rankCounts.size() * subjects.size(), System.nanoTime());
    for (int round = 1; round <= rounds; round++) {
      for (int ranks : rankCounts) {
        for (Subject subject : subjects) {
          System.err.printf(
              Locale.ROOT,
              "round %d of %d, %d ranks: %s%s%n",
              round,
              rounds,
              ranks,
              subject.name(),
              left.tell(System.nanoTime()));
          run(subject, ranks);
          left.step();
        }
      }
    }
  }

  private void run(Subject subject, int ranks) {
    List<String> command = new ArrayList<>(subject.launch().apply(ranks));
    command.addAll(arguments);
    Command.Outcome outcome = Command.run(command, JOB_LIMIT);
    ResultLines results = ResultLines.parse(subject.name(), ranks, outcome.lines());
    report.add(results.measurements());
    for (String note : results.notes()) {
      problems.add(Text.format("%s on %d ranks: %s", subject.name(), ranks, note));
    }
    if (results.isComplete()) {
      return;
    }
    String problem =
        Text.format(
            "%s on %d ranks %s:%n%s",
            subject.name(),
            ranks,
            outcome.timedOut()
                ? "took longer than " + JOB_LIMIT.toSeconds() + " s"
                : "ended with exit code " + outcome.exitCode(),
            outcome.lastLines());
    if (subject.equals(subjects.getFirst())) {
      throw new IllegalStateException(problem);
    }
    problems.add(problem);
  }

  /** What went wrong with peers, and what is to be known about any figures. */
  public List<String> problems() {
    return List.copyOf(problems);
  }
}
