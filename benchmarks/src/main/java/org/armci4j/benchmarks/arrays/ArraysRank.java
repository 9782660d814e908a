package org.armci4j.benchmarks.arrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.LongArray;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;

/**
 * Runs on every rank of a measured job. Rank 0 measures and prints {@link ResultLines}. The target
 * of transfers is rank 1, or rank 0 itself in a job of one.
 */
public final class ArraysRank {
  private static final int FIXED_ARGUMENTS = 3;

  /** How long each operation is repeated before the first one is measured. */
  private static final long WARM_UP_NANOS = 100_000_000;

  private final Armci armci;
  private final RankCommands commands;

  /** A point and its call. */
  private record Prepared(ArrayPoint point, ArrayCall call) {}

  private ArraysRank(Armci armci, RankCommands commands) {
    this.armci = armci;
    this.commands = commands;
  }

  /**
   * Runs on one rank.
   *
   * @param args first {@link Mix#ARGUMENT} if the mix comes first; number of rows of the array,
   *     number of repetitions, nanoseconds a repetition, then points as the peer's program gets
   *     them
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      Mix.run(args, armci);
      if (Mix.isAsked(args)) {
        ArrayMix.run(armci);
      }
      String[] own = Mix.without(args);
      try (RankCommands commands = new RankCommands(armci);
          GlobalArrays arrays = GlobalArrays.of(armci)) {
        new ArraysRank(armci, commands).measure(arrays, own);
      }
    }
  }

  private void measure(GlobalArrays arrays, String[] args) {
    int usual = Integer.parseInt(args[1]);
    long repetitionNanos = Long.parseLong(args[2]);
    List<Prepared> all = prepare(arrays, Integer.parseInt(args[0]), args);
    for (Prepared one : all) {
      if (takesPart(one)) {
        one.call().check();
      }
      arrays.sync();
    }
    // The JIT may recompile a loop when another point uses it differently, so warm up all first.
    all.forEach(this::warmUp);
    for (Prepared one : all) {
      ArrayPoint point = one.point();
      measure(one, new Stopwatch(point.repetitions(usual), repetitionNanos));
    }
    if (armci.rank() == 0) {
      ResultLines.printEnd();
    }
  }

  /** Creates all arrays and calls. Collective. */
  private List<Prepared> prepare(GlobalArrays arrays, int edge, String[] args) {
    int target = Math.min(1, armci.size() - 1);
    DoubleArray array = ArrayValues.create(arrays, edge, ArrayValues::left);
    LongArray counters = arrays.array(armci.size()).longs();
    List<Prepared> all = new ArrayList<>();
    for (String argument : Arrays.asList(args).subList(FIXED_ARGUMENTS, args.length)) {
      ArrayPoint point = ArrayPoint.parse(argument);
      ArrayCall call =
          switch (point.operation()) {
            case "put", "get", "accumulate", "put-spread", "get-spread", "accumulate-spread" ->
                new PatchCall(point, armci, array, target);
            case "gather", "scatter", "scatter-accumulate" ->
                new ListCall(point, armci, array, edge);
            case "fetch-add", "get-element", "put-element" ->
                new ElementCall(point, armci, array, counters, target);
            default -> WholeCall.of(point, arrays, array);
          };
      all.add(new Prepared(point, call));
    }
    return all;
  }

  private boolean takesPart(Prepared one) {
    return armci.rank() == 0 || one.call().isCollective();
  }

  private void warmUp(Prepared one) {
    if (armci.rank() > 0) {
      follow(one);
      return;
    }
    long start = System.nanoTime();
    long count = 1;
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

  private void measure(Prepared one, Stopwatch stopwatch) {
    if (armci.rank() > 0) {
      follow(one);
      return;
    }
    Stopwatch.Reading reading = stopwatch.measure(commands::give, one.call()::run);
    commands.give(0);
    ResultLines.print(one.point().name(), one.point().sizeBytes(), reading);
  }

  /** Takes part as often as rank 0 says, until it says 0. */
  private void follow(Prepared one) {
    for (long count = commands.take(); count > 0; count = commands.take()) {
      if (takesPart(one)) {
        one.call().run(count);
      }
    }
  }
}
