package org.armci4j.benchmarks.arrays;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.LongArray;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.rank.CallSeries;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.benchmarks.report.Variant;

/**
 * Runs on every rank of a measured job. Rank 0 measures and prints {@link ResultLines}. The target
 * of transfers is rank 1, or rank 0 itself in a job of one.
 */
public final class ArraysRank {
  private static final int FIXED_ARGUMENTS = 3;

  private final Armci armci;

  private ArraysRank(Armci armci) {
    this.armci = armci;
  }

  /**
   * Runs on one rank.
   *
   * @param args first {@link Variant#MIXED} if the mix comes first; number of rows of the array,
   *     number of repetitions, nanoseconds a repetition, then points as the peer's program gets
   *     them
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      Mix.run(args, armci);
      if (Variant.MIXED.isAsked(args)) {
        ArrayMix.run(armci);
      }
      String[] own = Variant.MIXED.without(args);
      try (CallSeries calls = new CallSeries(armci);
          GlobalArrays arrays = GlobalArrays.of(armci)) {
        new ArraysRank(armci).prepare(arrays, calls, own);
        calls.measure(Long.parseLong(own[2]), ResultLines::print);
        if (armci.rank() == 0) {
          ResultLines.printEnd();
        }
      }
    }
  }

  /** Creates all arrays and calls. Collective. */
  private void prepare(GlobalArrays arrays, CallSeries calls, String[] args) {
    int edge = Integer.parseInt(args[0]);
    int usual = Integer.parseInt(args[1]);
    int target = Math.min(1, armci.size() - 1);
    DoubleArray array = ArrayValues.create(arrays, edge, ArrayValues::left);
    LongArray counters = arrays.array(armci.size()).longs();
    for (String argument : Arrays.asList(args).subList(FIXED_ARGUMENTS, args.length)) {
      ArrayPoint point = ArrayPoint.parse(argument);
      MeasuredCall call =
          switch (point.operation()) {
            case "put", "get", "accumulate", "put-spread", "get-spread", "accumulate-spread" ->
                new PatchCall(point, armci, array, target);
            case "put-strided", "get-strided", "accumulate-strided" ->
                new StridedCall(point, armci, array, target);
            case "gather", "scatter", "scatter-accumulate" ->
                new ListCall(point, armci, array, edge);
            case "fetch-add", "get-element", "put-element" ->
                new ElementCall(point, armci, array, counters, target);
            default -> WholeCall.of(point, arrays, array);
          };
      calls.add(point.name(), point.sizeBytes(), point.repetitions(usual), call);
    }
  }
}
