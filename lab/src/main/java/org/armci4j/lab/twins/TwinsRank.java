package org.armci4j.lab.twins;

import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.benchmarks.collectives.CallLoop;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.collectives.Collectives;

/** Runs on every rank of a job of {@link TwinsBenchmark}. */
public final class TwinsRank {
  private static final int FIXED_ARGUMENTS = 2;

  private TwinsRank() {}

  /**
   * Runs on one rank.
   *
   * @param args number of repetitions, nanoseconds a repetition, then points
   */
  public static void main(String[] args) {
    Stopwatch stopwatch = new Stopwatch(Integer.parseInt(args[0]), Long.parseLong(args[1]));
    List<TwinPoint> points =
        Arrays.stream(args).skip(FIXED_ARGUMENTS).map(TwinPoint::parse).toList();
    try (Armci armci = Armci.open();
        RankCommands commands = new RankCommands(armci);
        Collectives collectives = Collectives.of(armci);
        TwinCalls twins = new TwinCalls(armci, points)) {
      List<CallLoop.Named> calls =
          points.stream()
              .map(one -> new CallLoop.Named(one.name(), one.sizeBytes(), twins.of(one)))
              .toList();
      CallLoop.run(armci.rank() == 0, collectives, commands, stopwatch, calls);
    }
  }
}
