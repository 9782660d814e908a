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
 * Measures several subjects shortly after each other, so that a disturbance of the machine hits all
 * of them.
 *
 * <p>{@link #inFreshJobs} starts each subject anew in each round, so that one lucky start does not
 * decide. The subject's program prints all figures as {@link ResultLines}.
 *
 * <p>{@link #inTurns} serves programs whose warm-up takes too long for that. Such a program prints
 * notes and {@code end} when it is warm. Then it reads the number of a figure from each line of its
 * standard input and answers with that figure and {@code end}. Its ranks sleep between the lines.
 * It ends with its input.
 */
public final class Runner {
  private static final Duration USUAL_LIMIT = Duration.ofMinutes(5);
  private static final Duration LEAVING_LIMIT = Duration.ofSeconds(30);

  private final List<Subject> subjects;
  private final List<String> arguments;
  private final Report report;
  private final Duration limit;
  private final Duration all;
  private final Consumer<String> progress;
  private final List<String> problems = new ArrayList<>();

  /**
   * Prepares a runner, without running anything.
   *
   * @param subjects the subjects, this system first
   * @param arguments arguments for every subject's program
   * @param report receives the figures
   */
  public Runner(List<Subject> subjects, List<String> arguments, Report report) {
    this(subjects, arguments, report, USUAL_LIMIT, null, line -> {});
  }

  private Runner(
      List<Subject> subjects,
      List<String> arguments,
      Report report,
      Duration limit,
      Duration all,
      Consumer<String> progress) {
    this.subjects = List.copyOf(subjects);
    this.arguments = List.copyOf(arguments);
    this.report = report;
    this.limit = limit;
    this.all = all;
    this.progress = progress;
  }

  /**
   * Returns the same runner with another time limit.
   *
   * @param other limit for a whole fresh job, or for the warm-up of a subject that stays
   */
  public Runner within(Duration other) {
    return new Runner(subjects, arguments, report, other, all, progress);
  }

  /**
   * Returns the same runner with a limit for everything together. The first job, or the first turn
   * after the warm-up, runs in any case. Another one does not begin if it would end later. A job,
   * or the warm-up of a peer, is ended when the time is up.
   *
   * @param other the limit; null for none
   */
  public Runner allWithin(Duration other) {
    return new Runner(subjects, arguments, report, limit, other, progress);
  }

  /** Returns the same runner, but showing each figure as it comes, for jobs that take minutes. */
  public Runner showing() {
    return new Runner(subjects, arguments, report, limit, all, Runner::showFigure);
  }

  private static void showFigure(String line) {
    if (ResultLines.isResult(line)) {
      System.err.println(line);
    }
  }

  /** A fresh job that is still to run. */
  private record Job(Subject subject, int ranks) {
    @Override
    public String toString() {
      return Text.format("%s on %d ranks", subject.name(), ranks);
    }
  }

  /** A subject's running program. */
  private record Running(Subject subject, int ranks, RunningProgram program) {}

  /**
   * Runs all rounds, each subject as a fresh job. The failure of a peer is noted, and its figures
   * up to then count.
   *
   * @param rounds number of rounds
   * @param rankCounts numbers of ranks, all run in each round
   * @return the failures of peers, the programs' notes, and what there was no time for
   * @throws IllegalStateException when this system fails
   */
  public List<String> inFreshJobs(int rounds, List<Integer> rankCounts) {
    List<Job> jobs =
        rankCounts.stream()
            .flatMap(ranks -> subjects.stream().map(subject -> new Job(subject, ranks)))
            .toList();
    TimeLeft left = new TimeLeft(rounds * jobs.size(), System.nanoTime(), all);
    for (int round = 1; round <= rounds; round++) {
      for (int i = 0; i < jobs.size(); i++) {
        if (!left.hasRoom(System.nanoTime())) {
          List<String> out = jobs.subList(i, jobs.size()).stream().map(Job::toString).toList();
          problems.add(TimeLeft.remark(round, rounds, out));
          return List.copyOf(problems);
        }
        tell("round %d of %d: %s%s", round, rounds, jobs.get(i), left.tell(System.nanoTime()));
        runOnce(jobs.get(i), left.limit(limit, System.nanoTime()));
        left.step(System.nanoTime());
      }
    }
    return List.copyOf(problems);
  }

  private void runOnce(Job job, Duration jobLimit) {
    long startNanos = System.nanoTime();
    Running one = start(job.subject(), job.ranks());
    try (RunningProgram program = one.program()) {
      program.endInput();
      if (hear(one, jobLimit).isComplete()) {
        program.awaitEnd(LEAVING_LIMIT);
      } else if (isTimeUp(jobLimit, startNanos)) {
        problems.add(Text.format("time was up while %s ran", job));
      } else {
        fail(one, jobLimit);
      }
    }
  }

  /**
   * Runs all rounds with subjects that stay. A peer that fails is noted and left out from then on;
   * its figures up to then count.
   *
   * @param figures the figures that the arguments name, for readers
   * @param figureLimit time limit of a subject for one figure
   * @param rounds number of rounds
   * @param ranks number of ranks
   * @return the failures of peers, and the programs' notes
   * @throws IllegalStateException when this system fails
   */
  public List<String> inTurns(List<String> figures, Duration figureLimit, int rounds, int ranks) {
    List<Running> running = new ArrayList<>();
    long startNanos = System.nanoTime();
    try {
      for (Subject subject : subjects) {
        Duration warmUp = subject.equals(subjects.getFirst()) ? limit : leftOf(limit, startNanos);
        if (!warmUp.isPositive()) {
          problems.add(Text.format("time was up before %s", subject.name()));
          continue;
        }
        warmUp(running, subject, ranks, warmUp);
      }
      takeTurns(running, figures, figureLimit, rounds, leftOf(all, startNanos));
      running.forEach(one -> one.program().endInput());
      running.forEach(one -> one.program().awaitEnd(LEAVING_LIMIT));
      return List.copyOf(problems);
    } finally {
      running.forEach(one -> one.program().close());
    }
  }

  private void warmUp(List<Running> running, Subject subject, int ranks, Duration itsLimit) {
    tell("%d ranks: %s warms up", ranks, subject.name());
    long startNanos = System.nanoTime();
    Running one = start(subject, ranks);
    running.add(one);
    if (!hear(one, itsLimit).isComplete()) {
      if (isTimeUp(itsLimit, startNanos)) {
        problems.add(Text.format("time was up while %s warmed up", subject.name()));
      } else {
        fail(one, itsLimit);
      }
      leaveOut(running, one);
    }
  }

  /** Returns whether a program has used up a limit that the time for everything has set. */
  private boolean isTimeUp(Duration itsLimit, long startNanos) {
    return itsLimit.compareTo(limit) < 0 && System.nanoTime() - startNanos >= itsLimit.toNanos();
  }

  private static void leaveOut(List<Running> running, Running one) {
    running.remove(one);
    one.program().close();
  }

  private void takeTurns(
      List<Running> running,
      List<String> figures,
      Duration figureLimit,
      int rounds,
      Duration within) {
    int ranks = running.getFirst().ranks();
    TimeLeft left = new TimeLeft(rounds * figures.size(), System.nanoTime(), within);
    for (int round = 1; round <= rounds; round++) {
      tell("%d ranks: round %d of %d%s", ranks, round, rounds, left.tell(System.nanoTime()));
      for (int figure = 0; figure < figures.size(); figure++) {
        if (!left.hasRoom(System.nanoTime())) {
          List<String> out = figures.subList(figure, figures.size());
          problems.add(TimeLeft.remark(round, rounds, out));
          return;
        }
        measure(running, figure, round, figureLimit);
        left.step(System.nanoTime());
      }
    }
  }

  /** Returns how much of a time is left, at most what is left of the limit of everything. */
  private Duration leftOf(Duration time, long startNanos) {
    if (all == null) {
      return time;
    }
    Duration left = all.minusNanos(System.nanoTime() - startNanos);
    return left.compareTo(time) < 0 ? left : time;
  }

  private static void tell(String format, Object... arguments) {
    System.err.printf(Locale.ROOT, format + "%n", arguments);
  }

  private Running start(Subject subject, int ranks) {
    List<String> command = new ArrayList<>(subject.launch().apply(ranks));
    command.addAll(arguments);
    return new Running(subject, ranks, RunningProgram.start(command));
  }

  /** Measures in list order in odd rounds, backwards in even ones, so that order favours none. */
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
      leaveOut(running, one);
    }
    return results.measurements();
  }

  /** Reads a program's output up to its next end line and keeps the figures and notes. */
  private ResultLines hear(Running one, Duration itsLimit) {
    List<String> lines = one.program().readTo(ResultLines.END, itsLimit, progress);
    ResultLines results = ResultLines.parse(one.subject().name(), one.ranks(), lines);
    report.add(results.measurements());
    for (String note : results.notes()) {
      problems.add(Text.format("%s on %d ranks: %s", one.subject().name(), one.ranks(), note));
    }
    return results;
  }

  private static boolean isTime(Measurement one) {
    return one.unit().equals(Measurement.NANOS);
  }

  /** Shows a figure at once, as a whole run may take long. */
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
}
