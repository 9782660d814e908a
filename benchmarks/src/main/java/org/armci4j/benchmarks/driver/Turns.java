package org.armci4j.benchmarks.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * Measures several subjects that stay: each warms up once, and then they are measured in turns, one
 * figure at a time. What disturbs the machine for a second or more thus disturbs all of them, where
 * warming up takes too long for a fresh job in every round.
 *
 * <p>A subject's program prints {@link ResultLines}: notes and {@code end} when it is warm, then
 * for each line of its standard input, which is the number of a figure, that figure and {@code
 * end}. Between them its ranks sleep. It ends with its input.
 */
public final class Turns {
  private static final Duration LEAVING_LIMIT = Duration.ofSeconds(30);

  private final List<Subject> subjects;
  private final List<String> arguments;
  private final int figures;
  private final Report report;
  private final Duration warmUpLimit;
  private final Duration figureLimit;
  private final List<String> problems = new ArrayList<>();

  /**
   * Prepares, runs nothing.
   *
   * @param subjects this system first
   * @param arguments of every subject's program
   * @param figures how many figures these arguments name
   * @param report gets the figures
   * @param warmUpLimit how long a subject may take to be ready
   * @param figureLimit how long it may take for a figure
   */
  public Turns(
      List<Subject> subjects,
      List<String> arguments,
      int figures,
      Report report,
      Duration warmUpLimit,
      Duration figureLimit) {
    this.subjects = List.copyOf(subjects);
    this.arguments = List.copyOf(arguments);
    this.figures = figures;
    this.report = report;
    this.warmUpLimit = warmUpLimit;
    this.figureLimit = figureLimit;
  }

  /** A subject's program, while it does what it should. */
  private record Running(Subject subject, int ranks, RunningProgram program) {}

  /**
   * Runs all rounds. A peer that fails is noted and left out from then on; what it measured counts.
   *
   * @param rounds how many
   * @param ranks number of ranks
   * @throws IllegalStateException when this system fails
   */
  public void run(int rounds, int ranks) {
    List<Running> running = new ArrayList<>();
    try {
      for (Subject subject : subjects) {
        System.err.printf(Locale.ROOT, "%d ranks: %s warms up%n", ranks, subject.name());
        running.add(start(subject, ranks));
        hear(running, running.getLast(), warmUpLimit);
      }
      TimeLeft left = new TimeLeft(rounds, System.nanoTime());
      for (int round = 1; round <= rounds; round++) {
        System.err.printf(
            Locale.ROOT,
            "%d ranks: round %d of %d%s%n",
            ranks,
            round,
            rounds,
            left.tell(System.nanoTime()));
        for (int figure = 0; figure < figures; figure++) {
          measure(running, figure, round);
        }
        left.step();
      }
      running.forEach(one -> one.program().endInput());
      running.forEach(one -> one.program().awaitEnd(LEAVING_LIMIT));
    } finally {
      running.forEach(one -> one.program().close());
    }
  }

  private Running start(Subject subject, int ranks) {
    List<String> command = new ArrayList<>(subject.launch().apply(ranks));
    command.addAll(arguments);
    return new Running(subject, ranks, RunningProgram.start(command));
  }

  /** In odd rounds from the first to the last, in even ones back: neither profits from its turn. */
  private void measure(List<Running> running, int figure, int round) {
    List<Running> turns = List.copyOf(round % 2 == 1 ? running : running.reversed());
    for (Running one : turns) {
      one.program().tell(Integer.toString(figure));
      hear(running, one, figureLimit);
    }
  }

  private void hear(List<Running> running, Running one, Duration limit) {
    List<String> lines = one.program().readTo(ResultLines.END, limit);
    ResultLines results = ResultLines.parse(one.subject().name(), one.ranks(), lines);
    report.add(results.measurements());
    results.measurements().stream().filter(Turns::isTime).forEach(Turns::show);
    for (String note : results.notes()) {
      String problem = Text.format("%s on %d ranks: %s", one.subject().name(), one.ranks(), note);
      System.err.println(problem);
      problems.add(problem);
    }
    if (!results.isComplete()) {
      leaveOut(running, one, limit);
    }
  }

  private static boolean isTime(Measurement one) {
    return one.unit().equals(Measurement.NANOS);
  }

  /** As it comes: the whole may take long. */
  private static void show(Measurement one) {
    System.err.printf(
        Locale.ROOT,
        "  %-14s %8d bytes: %-10s %,.0f ns, %,.0f to %,.0f%n",
        one.operation(),
        one.sizeBytes(),
        one.subject(),
        one.median(),
        one.min(),
        one.max());
  }

  private void leaveOut(List<Running> running, Running one, Duration limit) {
    boolean timedOut = !one.program().awaitEnd(Duration.ofSeconds(1));
    int exitCode = one.program().exitCode();
    String end =
        timedOut
            ? "took longer than " + limit.toSeconds() + " s"
            : "ended with exit code " + exitCode;
    String problem =
        Text.format(
            "%s on %d ranks %s:%n%s",
            one.subject().name(), one.ranks(), end, RunningProgram.lastOf(one.program().lines()));
    if (one.subject().equals(subjects.getFirst())) {
      throw new IllegalStateException(problem);
    }
    problems.add(problem);
    running.remove(one);
    one.program().close();
  }

  /** What went wrong with peers, and what is to be known about any figures. */
  public List<String> problems() {
    return List.copyOf(problems);
  }
}
