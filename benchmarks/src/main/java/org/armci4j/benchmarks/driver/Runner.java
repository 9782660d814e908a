package org.armci4j.benchmarks.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Measures several subjects, shortly after each other, so that what disturbs the machine disturbs
 * all of them.
 *
 * <p>{@link #inFreshJobs} starts a subject anew in each round, so that none lives on one lucky
 * start; its program prints all figures as {@link ResultLines}. {@link #inTurns} is for programs
 * whose warm-up takes too long for that: each prints notes and {@code end} when it is warm, then
 * for each line of its standard input, which is the number of a figure, that figure and {@code
 * end}. Between them its ranks sleep. It ends with its input.
 */
public final class Runner {
  private static final Duration USUAL_LIMIT = Duration.ofMinutes(5);
  private static final Duration LEAVING_LIMIT = Duration.ofSeconds(30);

  private final List<Subject> subjects;
  private final List<String> arguments;
  private final Report report;
  private final Duration limit;
  private final Consumer<String> progress;
  private final List<String> problems = new ArrayList<>();

  /**
   * Prepares, runs nothing.
   *
   * @param subjects this system first
   * @param arguments of every subject's program
   * @param report gets the figures
   */
  public Runner(List<Subject> subjects, List<String> arguments, Report report) {
    this(subjects, arguments, report, USUAL_LIMIT, line -> {});
  }

  private Runner(
      List<Subject> subjects,
      List<String> arguments,
      Report report,
      Duration limit,
      Consumer<String> progress) {
    this.subjects = List.copyOf(subjects);
    this.arguments = List.copyOf(arguments);
    this.report = report;
    this.limit = limit;
    this.progress = progress;
  }

  /**
   * Returns the same with another limit.
   *
   * @param other how long a fresh job may take, or until a subject that stays is ready
   */
  public Runner within(Duration other) {
    return new Runner(subjects, arguments, report, other, progress);
  }

  /** Returns the same, for a job that takes minutes: shows each figure as it comes. */
  public Runner showing() {
    return new Runner(subjects, arguments, report, limit, Runner::showFigure);
  }

  private static void showFigure(String line) {
    if (ResultLines.isResult(line)) {
      System.err.println(line);
    }
  }

  /** A subject's program, while it does what it should. */
  private record Running(Subject subject, int ranks, RunningProgram program) {}

  /**
   * Runs all rounds, each subject as a fresh job. A peer that fails is noted, and what it printed
   * before counts.
   *
   * @param rounds how many
   * @param rankCounts for each round, the numbers of ranks
   * @throws IllegalStateException when this system fails
   */
  public void inFreshJobs(int rounds, List<Integer> rankCounts) {
    TimeLeft left = new TimeLeft(rounds * rankCounts.size() * subjects.size(), System.nanoTime());
    for (int round = 1; round <= rounds; round++) {
      for (int ranks : rankCounts) {
        for (Subject subject : subjects) {
          String rest = left.tell(System.nanoTime());
          tell("round %d of %d, %d ranks: %s%s", round, rounds, ranks, subject.name(), rest);
          runOnce(subject, ranks);
          left.step();
        }
      }
    }
  }

  private void runOnce(Subject subject, int ranks) {
    Running one = start(subject, ranks);
    try (RunningProgram program = one.program()) {
      program.endInput();
      if (hear(one, limit).isComplete()) {
        program.awaitEnd(LEAVING_LIMIT);
      } else {
        fail(one, limit);
      }
    }
  }

  /**
   * Runs all rounds with subjects that stay. A peer that fails is noted and left out from then on;
   * what it measured counts.
   *
   * @param figures how many figures the arguments name
   * @param figureLimit how long a subject may take for a figure
   * @param rounds how many
   * @param ranks number of ranks
   * @throws IllegalStateException when this system fails
   */
  public void inTurns(int figures, Duration figureLimit, int rounds, int ranks) {
    List<Running> running = new ArrayList<>();
    try {
      for (Subject subject : subjects) {
        tell("%d ranks: %s warms up", ranks, subject.name());
        running.add(start(subject, ranks));
        hearOrLeaveOut(running, running.getLast(), limit);
      }
      TimeLeft left = new TimeLeft(rounds, System.nanoTime());
      for (int round = 1; round <= rounds; round++) {
        tell("%d ranks: round %d of %d%s", ranks, round, rounds, left.tell(System.nanoTime()));
        for (int figure = 0; figure < figures; figure++) {
          measure(running, figure, round, figureLimit);
        }
        left.step();
      }
      running.forEach(one -> one.program().endInput());
      running.forEach(one -> one.program().awaitEnd(LEAVING_LIMIT));
    } finally {
      running.forEach(one -> one.program().close());
    }
  }

  private static void tell(String format, Object... arguments) {
    System.err.printf(Locale.ROOT, format + "%n", arguments);
  }

  private Running start(Subject subject, int ranks) {
    List<String> command = new ArrayList<>(subject.launch().apply(ranks));
    command.addAll(arguments);
    return new Running(subject, ranks, RunningProgram.start(command));
  }

  /** In odd rounds from the first to the last, in even ones back: neither profits from its turn. */
  private void measure(List<Running> running, int figure, int round, Duration figureLimit) {
    List<Running> turns = List.copyOf(round % 2 == 1 ? running : running.reversed());
    for (Running one : turns) {
      one.program().tell(Integer.toString(figure));
      hearOrLeaveOut(running, one, figureLimit).stream()
          .filter(Runner::isTime)
          .forEach(Runner::show);
    }
  }

  private List<Measurement> hearOrLeaveOut(List<Running> running, Running one, Duration itsLimit) {
    ResultLines results = hear(one, itsLimit);
    if (!results.isComplete()) {
      fail(one, itsLimit);
      running.remove(one);
      one.program().close();
    }
    return results.measurements();
  }

  /** Takes what a program prints up to its next end. */
  private ResultLines hear(Running one, Duration itsLimit) {
    List<String> lines = one.program().readTo(ResultLines.END, itsLimit, progress);
    ResultLines results = ResultLines.parse(one.subject().name(), one.ranks(), lines);
    report.add(results.measurements());
    for (String note : results.notes()) {
      String problem = Text.format("%s on %d ranks: %s", one.subject().name(), one.ranks(), note);
      System.err.println(problem);
      problems.add(problem);
    }
    return results;
  }

  private static boolean isTime(Measurement one) {
    return one.unit().equals(Measurement.NANOS);
  }

  /** As it comes: the whole may take long. */
  private static void show(Measurement one) {
    tell(
        "  %-14s %8d bytes: %-10s %,.0f ns, %,.0f to %,.0f",
        one.operation(), one.sizeBytes(), one.subject(), one.median(), one.min(), one.max());
  }

  private void fail(Running one, Duration itsLimit) {
    boolean timedOut = !one.program().awaitEnd(Duration.ofSeconds(1));
    int exitCode = one.program().exitCode();
    String end =
        timedOut
            ? "took longer than " + itsLimit.toSeconds() + " s"
            : "ended with exit code " + exitCode;
    String problem =
        Text.format(
            "%s on %d ranks %s:%n%s",
            one.subject().name(), one.ranks(), end, RunningProgram.lastOf(one.program().lines()));
    if (one.subject().equals(subjects.getFirst())) {
      throw new IllegalStateException(problem);
    }
    problems.add(problem);
  }

  /** Returns what went wrong with peers, and what is to be known about any figures. */
  public List<String> problems() {
    return List.copyOf(problems);
  }
}
