package org.armci4j.benchmarks.collectives;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.rank.JitWarmUp;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;

/**
 * What every rank of a measured job runs. Rank 0 says what comes next and how often, measures and
 * prints lines that {@link org.armci4j.benchmarks.driver.ResultLines} reads.
 */
public final class CollectivesRank {
  private static final int FIXED_ARGUMENTS = 2;

  /** A command is a point's index and how often it is called; 0 is the end. */
  private static final int COUNT_BITS = 40;

  private static final long WARM_UP_NANOS = 15_000_000_000L;

  /** More calls of a point in each round of the warm-up, as long as they take no longer. */
  private static final long WARM_UP_POINT_NANOS = 2_000_000;

  private final Collectives collectives;
  private final RankCommands commands;
  private final List<PointCalls> calls;

  private CollectivesRank(Collectives collectives, RankCommands commands, List<PointCalls> calls) {
    this.collectives = collectives;
    this.commands = commands;
    this.calls = calls;
  }

  /**
   * Runs on one rank.
   *
   * @param args {@link Mix#ARGUMENT} where that is to come first; the number of repetitions,
   *     nanoseconds a repetition, then points as the peers' programs get them
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      Mix.run(args, armci);
      measure(armci, Mix.without(args));
    }
  }

  private static void measure(Armci armci, String[] args) {
    Stopwatch stopwatch = new Stopwatch(Integer.parseInt(args[0]), Long.parseLong(args[1]));
    List<CollectivePoint> points =
        Arrays.stream(args).skip(FIXED_ARGUMENTS).map(CollectivePoint::parse).toList();
    try (RankCommands commands = new RankCommands(armci);
        Collectives collectives = Collectives.of(armci);
        TwinCalls twins = new TwinCalls(armci, collectives, points);
        Arena arena = Arena.ofShared()) {
      List<PointCalls> calls = new ArrayList<>();
      StartedCalls.Forms forms = new StartedCalls.Forms(collectives);
      for (CollectivePoint point : points) {
        PointBuffers buffers = PointBuffers.of(point, armci.size(), arena);
        calls.add(
            switch (point.kind()) {
              case LIBRARY -> new LibraryCalls(point, collectives, buffers);
              case ONE_SIDED, MESSAGES -> twins.of(point);
              case NONBLOCKING, OVERLAPPED, PERSISTENT -> forms.of(point, buffers);
            });
      }
      CollectivesRank rank = new CollectivesRank(collectives, commands, calls);
      if (armci.rank() == 0) {
        rank.lead(points, stopwatch);
      } else {
        rank.follow();
      }
    }
  }

  private void lead(List<CollectivePoint> points, Stopwatch stopwatch) {
    long[] counts = new long[points.size()];
    Arrays.fill(counts, 1);
    JitWarmUp.run(commands, () -> callEach(counts), WARM_UP_NANOS);
    for (int i = 0; i < points.size(); i++) {
      int index = i;
      Stopwatch.Reading reading =
          stopwatch.measure(
              count -> announce(index, count),
              count -> perform(index, count),
              calls.get(index)::uncountedNanos);
      print(points.get(index), reading);
    }
    commands.give(0);
    System.out.println("end");
  }

  /** Whether each took its full time. */
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
      perform((int) (value >>> COUNT_BITS), value & (1L << COUNT_BITS) - 1);
    }
  }

  /** The barrier makes the time that of the last rank. */
  private void perform(int index, long count) {
    calls.get(index).perform(count);
    collectives.barrier();
  }

  private static void print(CollectivePoint point, Stopwatch.Reading reading) {
    System.out.println(
        Text.format(
            "result %s %d %.3f %.3f %.3f %.3f",
            point.name(),
            point.sizeBytes(),
            reading.median(),
            reading.min(),
            reading.max(),
            reading.allocatedBytes()));
  }
}
