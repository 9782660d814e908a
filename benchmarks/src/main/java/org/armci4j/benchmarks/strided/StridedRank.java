package org.armci4j.benchmarks.strided;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.rank.CallTimer;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.report.CallTimes;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.strided.Strided;

/**
 * Runs on every rank of a measured job. Rank 0 transfers, measures and prints {@link ResultLines}.
 * The target is rank 1, or rank 0 itself in a job of one.
 */
public final class StridedRank {
  private static final int FIXED_ARGUMENTS = 3;
  private static final byte ANY_BYTE = 1;

  private final Armci armci;
  private final Strided strided;
  private final MemorySegment local;
  private final GlobalMemory memory;
  private final int target;
  private final Accumulation sum = Accumulation.ofDouble(1);

  private StridedRank(Armci armci, MemorySegment local, GlobalMemory memory) {
    this.armci = armci;
    this.strided = Strided.of(armci);
    this.local = local;
    this.memory = memory;
    this.target = Math.min(1, armci.size() - 1);
  }

  /**
   * Runs on one rank.
   *
   * @param args first {@link Variant#MIXED} if the mix comes first; bytes of the buffers, number of
   *     repetitions, nanoseconds a repetition, then points as the peers' programs get them
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      Mix.run(args, armci);
      measure(armci, Variant.MIXED.without(args));
    }
  }

  private static void measure(Armci armci, String[] args) {
    long bufferBytes = Long.parseLong(args[0]);
    Stopwatch stopwatch = new Stopwatch(Integer.parseInt(args[1]), Long.parseLong(args[2]));
    Stopwatch warmUp = new Stopwatch(1, Long.parseLong(args[2]));
    List<StridedPoint> points =
        Arrays.stream(args).skip(FIXED_ARGUMENTS).map(StridedPoint::parse).toList();
    try (RankCommands commands = new RankCommands(armci);
        Arena arena = Arena.ofShared()) {
      GlobalMemory memory = armci.allocate(bufferBytes);
      memory.local().fill(ANY_BYTE);
      MemorySegment local = arena.allocate(bufferBytes, 4096).fill(ANY_BYTE);
      armci.barrier();
      if (armci.rank() == 0) {
        StridedRank rank = new StridedRank(armci, local, memory);
        // The JIT may recompile a loop when another point uses it differently, so warm up all
        // first.
        points.forEach(point -> rank.measure(warmUp, point));
        points.forEach(point -> rank.print(point, rank.measure(stopwatch, point)));
        commands.give(0);
        ResultLines.printEnd();
      } else {
        commands.take();
      }
      armci.free(memory);
    }
  }

  private Stopwatch.Reading measure(Stopwatch stopwatch, StridedPoint point) {
    return stopwatch.measure(count -> {}, body(point));
  }

  private LongConsumer body(StridedPoint point) {
    return switch (point.operation()) {
      case "put" -> count -> put(point, count);
      case "get" -> count -> get(point, count);
      case "accumulate" -> count -> accumulate(point, count);
      default -> throw new IllegalArgumentException("no operation " + point.operation());
    };
  }

  /** Puts; each put completes at the target before the next one starts. */
  private void put(StridedPoint point, long count) {
    for (long i = 0; i < count; i++) {
      strided.put(local, point.local(), memory, target, point.remote());
      armci.fence(target);
    }
  }

  private void get(StridedPoint point, long count) {
    for (long i = 0; i < count; i++) {
      strided.get(memory, target, point.remote(), local, point.local());
    }
  }

  /** Accumulates; each accumulate completes at the target before the next one starts. */
  private void accumulate(StridedPoint point, long count) {
    for (long i = 0; i < count; i++) {
      strided.accumulate(sum, local, point.local(), memory, target, point.remote());
      armci.fence(target);
    }
  }

  private void print(StridedPoint point, Stopwatch.Reading reading) {
    CallTimes calls = CallTimer.measure(count -> {}, body(point), reading.median());
    ResultLines.print(point.name(), point.sizeBytes(), reading.with(calls));
  }
}
