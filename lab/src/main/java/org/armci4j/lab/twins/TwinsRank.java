package org.armci4j.lab.twins;

import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.benchmarks.collectives.CallLoop;
import org.armci4j.benchmarks.collectives.PointCalls;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.lab.verbs.RegistrationCount;

/** Runs on every rank of a job of {@link TwinsBenchmark}. */
public final class TwinsRank {
  /** Subject of the numbers of registrations that a rank makes in a call. */
  public static final String REGISTRATIONS = "registrations";

  private static final int FIXED_ARGUMENTS = 3;

  private TwinsRank() {}

  /**
   * Runs on one rank.
   *
   * @param args whether each call has new buffers, number of repetitions, nanoseconds a repetition,
   *     then points
   */
  public static void main(String[] args) {
    boolean newBuffers = Boolean.parseBoolean(args[0]);
    Stopwatch stopwatch = new Stopwatch(Integer.parseInt(args[1]), Long.parseLong(args[2]));
    List<TwinPoint> points =
        Arrays.stream(args).skip(FIXED_ARGUMENTS).map(TwinPoint::parse).toList();
    try (Armci armci = Armci.open();
        RankCommands commands = new RankCommands(armci);
        Collectives collectives = Collectives.of(armci);
        TwinCalls twins = new TwinCalls(armci, points, newBuffers)) {
      List<CallLoop.Named> calls =
          points.stream()
              .map(one -> named(one, newBuffers ? twins.ofNewBuffers(one) : twins.of(one)))
              .toList();
      if (newBuffers && RegistrationCount.isPossible()) {
        points.forEach(one -> count(armci, one, twins.ofNewBuffers(one)));
      }
      CallLoop.run(armci.rank() == 0, collectives, commands, stopwatch, calls);
    }
  }

  private static CallLoop.Named named(TwinPoint point, PointCalls calls) {
    return new CallLoop.Named(point.name(), point.sizeBytes(), calls);
  }

  private static void count(Armci armci, TwinPoint point, NewBufferCalls calls) {
    double made = calls.registrations(RegistrationCount::now);
    if (armci.rank() == 0) {
      double[] figures = {made, made, made};
      ResultLines.print(
          point.name(),
          point.sizeBytes(),
          figures,
          ResultLines.unit("1"),
          ResultLines.by(REGISTRATIONS));
      ResultLines.printNote(
          Text.format(
              "%s, %d B: %.2f registrations a call on each rank",
              point.name(), point.sizeBytes(), made));
    }
  }
}
