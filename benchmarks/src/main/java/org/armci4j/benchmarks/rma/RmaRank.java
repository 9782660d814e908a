package org.armci4j.benchmarks.rma;

import java.util.function.LongConsumer;
import org.armci4j.Armci;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.rank.CallTimer;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.report.CallTimes;
import org.armci4j.benchmarks.report.Variant;

/**
 * Runs on every rank of a measured job. Rank 0 measures and prints {@link ResultLines}. In put,
 * get, accumulate and fetch-add, rank 0 alone makes calls.
 */
public final class RmaRank {
  private final Armci armci;
  private final RmaPlan plan;
  private final RankCommands commands;
  private final RmaOperations operations;
  private final Stopwatch stopwatch;

  private RmaRank(Armci armci, RmaPlan plan, RankCommands commands, RmaOperations operations) {
    this.armci = armci;
    this.plan = plan;
    this.commands = commands;
    this.operations = operations;
    this.stopwatch = new Stopwatch(plan.repetitions(), plan.repetitionNanos());
  }

  /**
   * Runs on one rank.
   *
   * @param args first {@link Variant#MIXED} if the mix comes first, or {@link Variant#HEAP} if the
   *     local memory is an array; operations and sizes in bytes, each with commas between them,
   *     number of repetitions, nanoseconds a repetition
   */
  public static void main(String[] args) {
    RmaPlan plan = RmaPlan.parse(Variant.HEAP.without(Variant.MIXED.without(args)));
    try (Armci armci = Armci.open()) {
      Mix.run(args, armci);
      measure(armci, plan, Variant.HEAP.isAsked(args));
    }
  }

  private static void measure(Armci armci, RmaPlan plan, boolean arrays) {
    try (RankCommands commands = new RankCommands(armci);
        RmaOperations operations = new RmaOperations(armci, plan.largestBytes(), arrays)) {
      new RmaRank(armci, plan, commands, operations).run();
    }
  }

  private void run() {
    for (long sizeBytes : plan.sizesBytes()) {
      byRankZero("put", sizeBytes, count -> operations.put(sizeBytes, count));
    }
    for (long sizeBytes : plan.sizesBytes()) {
      byRankZero("get", sizeBytes, count -> operations.get(sizeBytes, count));
    }
    for (long sizeBytes : plan.sizesBytes()) {
      byRankZero("accumulate", sizeBytes, count -> operations.accumulate(sizeBytes, count));
    }
    byRankZero("fetch-add", Long.BYTES, operations::fetchAdd);
    if (armci.size() > 1) {
      byPair("signal", operations::signal);
    }
    if (operations.hasCacheLine()) {
      byPair("cache-line", operations::cacheLine);
    }
    measure("barrier", 0, operations::barrier, 1);
    if (armci.rank() == 0) {
      ResultLines.printEnd();
    }
  }

  /** Does nothing: the part of a rank that is a mere target, or not involved. */
  private static void idle(long count) {}

  private void byRankZero(String operation, long sizeBytes, LongConsumer body) {
    measure(operation, sizeBytes, armci.rank() == 0 ? body : RmaRank::idle, 1);
  }

  private void byPair(String operation, LongConsumer body) {
    measure(operation, Long.BYTES, armci.rank() < 2 ? body : RmaRank::idle, 2);
  }

  /**
   * Measures an operation on rank 0. Each count performs the operation {@code parts} times. The
   * other ranks take part as often as rank 0 tells them.
   */
  private void measure(String operation, long sizeBytes, LongConsumer body, int parts) {
    if (!plan.has(operation)) {
      return;
    }
    if (armci.rank() == 0) {
      Stopwatch.Reading reading = stopwatch.measure(commands::give, body);
      CallTimes calls = CallTimer.measure(commands::give, body, reading.median());
      ResultLines.print(operation, sizeBytes, reading.with(calls).dividedBy(parts));
      commands.give(0);
      return;
    }
    for (long count = commands.take(); count > 0; count = commands.take()) {
      body.accept(count);
    }
  }
}
