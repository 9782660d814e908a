package org.armci4j.benchmarks.cold;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.armci4j.Armci;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.rank.RankCommands;

/**
 * Runs on every rank of a measured job: one operation, from its first call on. Rank 0 announces the
 * number of calls, takes the time and prints {@link ResultLines}.
 */
public final class ColdRank {
  private ColdRank() {}

  /**
   * Runs on one rank.
   *
   * @param args minimum nanoseconds of each point, then the points; a single one for the figures of
   *     a JVM that has called nothing else
   */
  public static void main(String[] args) {
    long nanos = Long.parseLong(args[0]);
    try (Armci armci = Armci.open();
        RankCommands commands = new RankCommands(armci)) {
      Arrays.stream(args)
          .skip(1)
          .map(ColdPoint::parse)
          .forEach(point -> measure(armci, commands, point, nanos));
      if (armci.rank() == 0) {
        ResultLines.printEnd();
      }
    }
  }

  private static void measure(Armci armci, RankCommands commands, ColdPoint point, long nanos) {
    try (ColdCalls calls = new ColdCalls(armci, point.sizeBytes())) {
      LongConsumer body = calls.of(point);
      armci.barrier();
      if (armci.rank() == 0) {
        print(point, lead(commands, body, nanos));
      } else {
        for (long count = commands.take(); count > 0; count = commands.take()) {
          body.accept(count);
        }
      }
    }
  }

  private static ColdCurve lead(RankCommands commands, LongConsumer body, long nanos) {
    ColdCurve curve = new ColdCurve();
    while (curve.totalNanos() < nanos || !curve.isLongEnough()) {
      long count = curve.nextBatch();
      commands.give(count);
      long start = System.nanoTime();
      body.accept(count);
      curve.add(count, System.nanoTime() - start);
    }
    commands.give(0);
    return curve;
  }

  private static void print(ColdPoint point, ColdCurve curve) {
    print(point, ColdFigure.FIRST, curve.meanNanos(1));
    print(point, ColdFigure.SOON, curve.meanNanos(ColdCurve.SOON));
    print(point, ColdFigure.LATER, curve.meanNanos(ColdCurve.LATER));
    print(point, ColdFigure.SETTLED, curve.settledNanos());
    print(point, ColdFigure.SETTLING, (double) curve.settlingNanos());
  }

  private static void print(ColdPoint point, ColdFigure figure, double nanos) {
    ResultLines.print(figure.nameOf(point), point.sizeBytes(), new double[] {nanos, nanos, nanos});
  }
}
