package org.armci4j.benchmarks.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.benchmarks.rank.JitWarmUp;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;

/**
 * Measures calls of algorithms, for a {@linkplain MachineFit fit}. A barrier follows each call and
 * its own time is subtracted, so that a call's time ends with the slowest rank.
 */
public final class AlgorithmTimes implements AutoCloseable {
  /** Rounds over all points; a passing disturbance spoils one figure of a point at most. */
  private static final int ROUNDS = 5;

  private static final int REPETITIONS = 5;
  private static final long REPETITION_NANOS = 500_000;
  private static final long WARM_UP_NANOS = 8_000_000_000L;
  private static final int COUNT_BITS = 40;

  private final RankCommands commands;
  private final Collectives collectives;
  private final List<TimedCall> calls;

  /**
   * Calls of one algorithm at one size.
   *
   * @param algorithm the algorithm
   * @param shape the shape of the calls
   * @param call makes one
   */
  public record TimedCall(Algorithm algorithm, Shape shape, Runnable call) {}

  /**
   * Prepares the measurement. Collective.
   *
   * @param armci the ranks
   * @param collectives has the barrier behind each call
   * @param calls the same on all ranks
   */
  public AlgorithmTimes(Armci armci, Collectives collectives, List<TimedCall> calls) {
    this.commands = new RankCommands(armci);
    this.collectives = collectives;
    this.calls = List.copyOf(calls);
  }

  /** Measures all calls, on rank 0 while the others {@link #follow}; returns their times. */
  public List<MachineFit.MeasuredShape> measure() {
    JitWarmUp.run(commands, this::callEach, WARM_UP_NANOS);
    Stopwatch stopwatch = new Stopwatch(REPETITIONS, REPETITION_NANOS);
    double[][] nanos = new double[calls.size()][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      double barrier = nanos(stopwatch, calls.size());
      for (int i = 0; i < calls.size(); i++) {
        nanos[i][round] = Math.max(1, nanos(stopwatch, i) - barrier);
      }
    }
    commands.give(0);
    List<MachineFit.MeasuredShape> points = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      Arrays.sort(nanos[i]);
      points.add(
          new MachineFit.MeasuredShape(
              calls.get(i).algorithm(), calls.get(i).shape(), nanos[i][ROUNDS / 2]));
    }
    return points;
  }

  private boolean callEach() {
    for (int i = 0; i < calls.size(); i++) {
      give(i, 2);
      perform(i, 2);
    }
    return true;
  }

  private double nanos(Stopwatch stopwatch, int index) {
    return stopwatch.measure(count -> give(index, count), count -> perform(index, count)).median();
  }

  private void give(int index, long count) {
    commands.give((index + 1L) << COUNT_BITS | count);
    collectives.barrier();
  }

  /** Makes the calls that rank 0 measures, on every other rank. */
  public void follow() {
    for (long value = commands.take(); value != 0; value = commands.take()) {
      collectives.barrier();
      perform((int) (value >>> COUNT_BITS) - 1, value & (1L << COUNT_BITS) - 1);
    }
  }

  /** Performs calls, each followed by a barrier. The index behind the last point means no call. */
  private void perform(int index, long count) {
    for (long i = 0; i < count; i++) {
      if (index < calls.size()) {
        calls.get(index).call().run();
      }
      collectives.barrier();
    }
  }

  /** Frees the memory of all ranks. Collective. */
  @Override
  public void close() {
    commands.close();
  }
}
