package org.armci4j.benchmarks.rank;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.Armci;

/**
 * Checks and measures calls one after the other, on every rank of a measured job. Rank 0 measures;
 * the other ranks take part in the calls that are collective.
 */
public final class CallSeries implements AutoCloseable {
  /** How long each call is repeated before the first one is measured. */
  private static final long WARM_UP_NANOS = 100_000_000;

  private final Armci armci;
  private final RankCommands commands;
  private final List<SeriesCall> all = new ArrayList<>();

  /** A call under its name in the report. */
  private record SeriesCall(String name, long sizeBytes, int repetitions, MeasuredCall call) {}

  /** Takes a figure on rank 0. */
  public interface FigureSink {
    /**
     * Takes a figure.
     *
     * @param name the call's name
     * @param sizeBytes number of bytes that the call moves
     * @param reading its times and its allocation
     */
    void take(String name, long sizeBytes, Stopwatch.Reading reading);
  }

  /**
   * Prepares an empty series. Collective.
   *
   * @param armci the rank
   */
  public CallSeries(Armci armci) {
    this.armci = armci;
    this.commands = new RankCommands(armci);
  }

  /**
   * Adds a call. All ranks add the same.
   *
   * @param name its name in the report
   * @param sizeBytes number of bytes that it moves, for the report
   * @param repetitions how often it is measured
   * @param call the call
   */
  public void add(String name, long sizeBytes, int repetitions, MeasuredCall call) {
    all.add(new SeriesCall(name, sizeBytes, repetitions, call));
  }

  /**
   * Checks all calls, warms up all, and measures all. Collective.
   *
   * @param repetitionNanos minimum time of each repetition
   * @param report gets the figures, on rank 0
   * @throws IllegalStateException when the outcome of a call is wrong
   */
  public void measure(long repetitionNanos, FigureSink report) {
    for (SeriesCall one : all) {
      if (takesPart(one)) {
        one.call().check();
      }
      armci.fenceAll();
      armci.barrier();
    }
    // The JIT may recompile a loop when another call uses it differently, so warm up all first.
    all.forEach(this::warmUp);
    for (SeriesCall one : all) {
      Stopwatch stopwatch = new Stopwatch(one.repetitions(), repetitionNanos);
      measure(one, stopwatch.withLeast(one.call().leastCount()), report);
    }
  }

  private boolean takesPart(SeriesCall one) {
    return armci.rank() == 0 || one.call().isCollective();
  }

  private void warmUp(SeriesCall one) {
    if (armci.rank() > 0) {
      follow(one);
      return;
    }
    long start = System.nanoTime();
    long count = one.call().leastCount();
    for (long before = 0; before < WARM_UP_NANOS; ) {
      commands.give(count);
      one.call().run(count);
      long now = System.nanoTime() - start;
      if (now - before < WARM_UP_NANOS / 10) {
        count *= 2;
      }
      before = now;
    }
    commands.give(0);
  }

  private void measure(SeriesCall one, Stopwatch stopwatch, FigureSink report) {
    if (armci.rank() > 0) {
      follow(one);
      return;
    }
    Stopwatch.Reading reading = stopwatch.measure(commands::give, one.call()::run);
    commands.give(0);
    report.take(one.name(), one.sizeBytes(), reading);
  }

  /** Takes part as often as rank 0 says, until it says 0. */
  private void follow(SeriesCall one) {
    for (long count = commands.take(); count > 0; count = commands.take()) {
      if (takesPart(one)) {
        one.call().run(count);
      }
    }
  }

  @Override
  public void close() {
    commands.close();
  }
}
