package org.armci4j.benchmarks.collectives;

import java.util.Arrays;
import java.util.List;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.rank.CallTimer;
import org.armci4j.benchmarks.rank.JitWarmUp;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.report.CallTimes;
import org.armci4j.collectives.Collectives;

/**
 * Measures calls that all ranks make together. Rank 0 announces each call and its count, and prints
 * {@link ResultLines}; the others follow. Barriers before and after the calls extend the time to
 * the end of the slowest rank.
 */
public final class CallLoop {
  /** Bits of a command for the number of calls; the call's index lies above. Command 0 ends. */
  private static final int COUNT_BITS = 40;

  /** Bit of a count for calls that rank 0 times singly: no barrier follows. */
  private static final long SINGLE = 1L << (COUNT_BITS - 1);

  private static final long WARM_UP_NANOS = 15_000_000_000L;

  /** Minimum time of a point in each round of the warm-up; its number of calls grows up to that. */
  private static final long WARM_UP_POINT_NANOS = 2_000_000;

  private final Collectives collectives;
  private final RankCommands commands;
  private final List<Named> calls;

  /**
   * Calls and the name of their figure.
   *
   * @param name its name in the report
   * @param sizeBytes number of bytes that a call moves
   * @param calls makes the calls
   */
  public record Named(String name, long sizeBytes, PointCalls calls) {}

  private CallLoop(Collectives collectives, RankCommands commands, List<Named> calls) {
    this.collectives = collectives;
    this.commands = commands;
    this.calls = List.copyOf(calls);
  }

  /**
   * Measures all calls. Collective.
   *
   * @param leads whether this is rank 0
   * @param collectives the collectives of all ranks
   * @param commands commands from rank 0 to the others
   * @param stopwatch takes the times
   * @param calls the same on all ranks
   */
  public static void run(
      boolean leads,
      Collectives collectives,
      RankCommands commands,
      Stopwatch stopwatch,
      List<Named> calls) {
    CallLoop loop = new CallLoop(collectives, commands, calls);
    if (leads) {
      loop.lead(stopwatch);
    } else {
      loop.follow();
    }
  }

  private void lead(Stopwatch stopwatch) {
    long[] counts = new long[calls.size()];
    Arrays.fill(counts, 1);
    JitWarmUp.run(commands, () -> callEach(counts), WARM_UP_NANOS);
    for (int i = 0; i < calls.size(); i++) {
      int index = i;
      Named one = calls.get(index);
      Stopwatch.Reading reading =
          stopwatch.measure(
              count -> announce(index, count),
              count -> perform(index, count),
              one.calls()::uncountedNanos);
      ResultLines.print(one.name(), one.sizeBytes(), reading.with(calls(index, reading.median())));
    }
    commands.give(0);
    ResultLines.printEnd();
  }

  /** Times calls singly, on this rank: what the other ranks still do then does not count. */
  private CallTimes calls(int index, double nanos) {
    PointCalls point = calls.get(index).calls();
    if (!point.isTimedSingly()) {
      return null;
    }
    return CallTimer.measure(count -> announce(index, count | SINGLE), point::perform, nanos);
  }

  /** Performs every call and returns whether each took its minimum time. Doubles other counts. */
  private boolean callEach(long[] counts) {
    boolean full = true;
    for (int i = 0; i < counts.length; i++) {
      announce(i, counts[i]);
      long start = System.nanoTime();
      perform(i, counts[i]);
      if (System.nanoTime() - start < WARM_UP_POINT_NANOS) {
        counts[i] *= 2;
        full = false;
      }
    }
    return full;
  }

  private void announce(int index, long count) {
    commands.give((long) index << COUNT_BITS | count);
    collectives.barrier();
  }

  private void follow() {
    for (long value = commands.take(); value != 0; value = commands.take()) {
      collectives.barrier();
      int index = (int) (value >>> COUNT_BITS);
      long count = value & SINGLE - 1;
      if ((value & SINGLE) == 0) {
        perform(index, count);
      } else {
        calls.get(index).calls().perform(count);
      }
    }
  }

  private void perform(int index, long count) {
    calls.get(index).calls().perform(count);
    collectives.barrier();
  }
}
