package org.armci4j.benchmarks.verbs;

import java.util.Locale;
import java.util.function.LongConsumer;
import org.armci4j.Armci;
import org.armci4j.benchmarks.rank.Cue;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.verbs.VerbsPlan.Point;

/** What every rank of a measured job runs. Rank 0 measures and prints the result lines. */
public final class VerbsRank {
  private final Armci armci;
  private final Cue cue;
  private final VerbsOperations operations;
  private final Stopwatch stopwatch;

  private VerbsRank(Armci armci, VerbsPlan plan, Cue cue, VerbsOperations operations) {
    this.armci = armci;
    this.cue = cue;
    this.operations = operations;
    this.stopwatch = new Stopwatch(plan.repetitions(), plan.repetitionNanos());
  }

  /**
   * Runs on one rank.
   *
   * @param args number of repetitions, nanoseconds a repetition, and what to measure, each as
   *     OPERATION:BYTES
   */
  public static void main(String[] args) {
    VerbsPlan plan = VerbsPlan.parse(args);
    try (Armci armci = Armci.open();
        Cue cue = new Cue(armci);
        VerbsOperations operations = new VerbsOperations(armci, plan.largestBytes())) {
      VerbsRank rank = new VerbsRank(armci, plan, cue, operations);
      plan.points().forEach(rank::measure);
      if (armci.rank() == 0) {
        System.out.println("end");
      }
    }
  }

  private void measure(Point point) {
    long sizeBytes = point.sizeBytes();
    switch (point.operation()) {
      case "put-latency" -> measure(point, operations::putLatency, 2);
      case "get-latency" -> byRankZero(point, count -> operations.getLatency(sizeBytes, count));
      case "fetch-add" -> byRankZero(point, operations::fetchAdd);
      case "put-bandwidth" -> byRankZero(point, count -> operations.putBandwidth(sizeBytes, count));
      case "get-bandwidth" -> byRankZero(point, count -> operations.getBandwidth(sizeBytes, count));
      case "barrier" -> measure(point, operations::barrier, 1);
      case "broadcast" -> measure(point, count -> operations.broadcast(sizeBytes, count), 1);
      case "allreduce" -> measure(point, count -> operations.allreduce(sizeBytes, count), 1);
      case "allgather" -> measure(point, count -> operations.allgather(sizeBytes, count), 1);
      default -> throw new IllegalArgumentException("no operation " + point.operation());
    }
  }

  private void byRankZero(Point point, LongConsumer body) {
    measure(point, armci.rank() == 0 ? body : count -> {}, 1);
  }

  /** Measures an operation of which each count does {@code parts}. */
  private void measure(Point point, LongConsumer body, int parts) {
    if (armci.rank() == 0) {
      print(point, stopwatch.measure(cue::give, body), parts);
      cue.give(0);
      return;
    }
    for (long count = cue.take(); count > 0; count = cue.take()) {
      body.accept(count);
    }
  }

  private static void print(Point point, Stopwatch.Reading reading, int parts) {
    System.out.println(
        String.format(
            Locale.ROOT,
            "result %s %d %.3f %.3f %.3f %.3f",
            point.operation(),
            point.sizeBytes(),
            reading.median() / parts,
            reading.min() / parts,
            reading.max() / parts,
            reading.allocatedBytes() / parts));
  }
}
