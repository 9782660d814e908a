package org.armci4j.benchmarks.collectives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.benchmarks.mix.Mix;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.collectives.Collectives;

/** Runs on every rank of a measured job: the calls of its points, by {@link CallLoop}. */
public final class CollectivesRank {
  private static final int FIXED_ARGUMENTS = 2;

  private CollectivesRank() {}

  /**
   * Runs on one rank.
   *
   * @param args first {@link Variant#MIXED} if the mix comes first, or {@link Variant#HEAP} if the
   *     buffers are arrays; number of repetitions, nanoseconds a repetition, then points as the
   *     peers' programs get them
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      Mix.run(args, armci);
      boolean arrays = Variant.HEAP.isAsked(args);
      measure(armci, arrays, Variant.HEAP.without(Variant.MIXED.without(args)));
    }
  }

  private static MemorySegment array(long sizeBytes) {
    return MemorySegment.ofArray(new double[(int) Math.ceilDiv(sizeBytes, Double.BYTES)]);
  }

  private static void measure(Armci armci, boolean arrays, String[] args) {
    Stopwatch stopwatch = new Stopwatch(Integer.parseInt(args[0]), Long.parseLong(args[1]));
    List<CollectivePoint> points =
        Arrays.stream(args).skip(FIXED_ARGUMENTS).map(CollectivePoint::parse).toList();
    try (RankCommands commands = new RankCommands(armci);
        Collectives collectives = Collectives.of(armci);
        Arena arena = Arena.ofShared()) {
      List<CallLoop.Named> calls = new ArrayList<>();
      PointForms forms = new PointForms(collectives);
      for (CollectivePoint point : points) {
        SegmentAllocator allocator = arrays ? (sizeBytes, _) -> array(sizeBytes) : arena;
        PointBuffers buffers = PointBuffers.of(point, armci.size(), allocator);
        calls.add(new CallLoop.Named(point.name(), point.sizeBytes(), forms.of(point, buffers)));
      }
      CallLoop.run(armci.rank() == 0, collectives, commands, stopwatch, calls);
    }
  }
}
