package org.armci4j.benchmarks.failures;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.rank.CallSeries;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.collectives.Collectives;

/** Runs on every rank of a measured job. Rank 0 measures and prints {@link ResultLines}. */
public final class FailuresRank {
  private static final int FIXED_ARGUMENTS = 2;

  private FailuresRank() {}

  /**
   * Runs on one rank.
   *
   * @param args number of repetitions, nanoseconds a repetition, then points
   */
  public static void main(String[] args) {
    int repetitions = Integer.parseInt(args[0]);
    try (Armci armci = Armci.open();
        CallSeries calls = new CallSeries(armci);
        Collectives collectives = Collectives.of(armci)) {
      for (String argument : Arrays.asList(args).subList(FIXED_ARGUMENTS, args.length)) {
        FailurePoint point = FailurePoint.parse(argument);
        MeasuredCall call =
            switch (point.operation()) {
              case FailurePoint.SAVE -> new SaveCall(armci, point.sizeBytes(), false);
              case FailurePoint.SAVE_LATE -> new SaveCall(armci, point.sizeBytes(), true);
              case FailurePoint.PUT_BY_ALL -> new PutByAllCall(armci, point.sizeBytes());
              default -> new ShortCall(armci, collectives, point);
            };
        calls.add(point.operation(), point.sizeBytes(), repetitions, call);
      }
      calls.measure(Long.parseLong(args[1]), ResultLines::print);
      if (armci.rank() == 0) {
        ResultLines.printEnd();
      }
    }
  }
}
