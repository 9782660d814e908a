package org.armci4j.benchmarks.irregular;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.rank.CallSeries;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.benchmarks.report.Variant;

/** Runs on every rank of a measured job. Rank 0 measures and prints {@link ResultLines}. */
public final class IrregularRank {
  private static final int FIXED_ARGUMENTS = 2;

  private IrregularRank() {}

  /**
   * Runs on one rank.
   *
   * @param args first {@link Variant#MIXED} if the mix comes first; number of repetitions,
   *     nanoseconds a repetition, then points as the peer's program gets them
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      Mix.run(args, armci);
      String[] own = Variant.MIXED.without(args);
      Map<Integer, WordTable> tables = new HashMap<>();
      try (CallSeries calls = new CallSeries(armci)) {
        for (String argument : Arrays.asList(own).subList(FIXED_ARGUMENTS, own.length)) {
          IrregularPoint point = IrregularPoint.parse(argument);
          WordTable table =
              tables.computeIfAbsent(point.words(), words -> new WordTable(armci, words));
          calls.add(
              point.name(), Long.BYTES, Integer.parseInt(own[0]), call(point.operation(), table));
        }
        calls.measure(Long.parseLong(own[1]), ResultLines::print);
        if (armci.rank() == 0) {
          ResultLines.printEnd();
        }
      }
    }
  }

  private static MeasuredCall call(String operation, WordTable table) {
    return switch (operation) {
      case "histogram" -> new WordHistogram(table);
      case "histogram-batches" -> new BatchHistogram(table);
      case "histogram-stream" -> new StreamHistogram(table);
      case "gather" -> new WordGather(table);
      case "gather-batches" -> new BatchGather(table);
      case "gather-requests" -> new RequestGather(table);
      case "gather-virtual-threads" -> new ThreadGather(table);
      default -> throw new IllegalArgumentException("no operation " + operation);
    };
  }
}
