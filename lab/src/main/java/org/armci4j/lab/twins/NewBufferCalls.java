package org.armci4j.lab.twins;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.armci4j.Armci;
import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.benchmarks.collectives.PointBuffers;
import org.armci4j.benchmarks.collectives.PointCalls;

/**
 * Makes calls whose buffers are new: allocated and touched before the call, and given up behind it.
 * So no registration of an earlier call serves. Times of allocation do not count; the registrations
 * of ended memory are dropped in later calls, whose times do.
 */
final class NewBufferCalls implements PointCalls {
  /**
   * Most pairs of buffers at once, so that their registrations fit into the caches: by messages, up
   * to 8 ranks.
   */
  private static final int TOGETHER = 16;

  private static final int COUNTED = 4;

  private final Armci armci;
  private final CollectivePoint point;
  private final ScheduleCalls calls;
  private long uncountedNanos;

  NewBufferCalls(Armci armci, CollectivePoint point, ScheduleCalls calls) {
    this.armci = armci;
    this.point = point;
    this.calls = calls;
  }

  @Override
  public void perform(long count) {
    uncountedNanos = 0;
    for (long done = 0; done < count; done += TOGETHER) {
      performTogether((int) Math.min(TOGETHER, count - done));
    }
  }

  private void performTogether(int count) {
    long start = System.nanoTime();
    long ended;
    try (Arena arena = Arena.ofShared()) {
      List<PointBuffers> buffers = allocate(arena, count);
      armci.barrier(); // else a call's time has the allocations of a later rank
      uncountedNanos += System.nanoTime() - start;
      buffers.forEach(calls::call);
      ended = System.nanoTime();
      armci.barrier(); // others may still write here
    }
    uncountedNanos += System.nanoTime() - ended;
  }

  private List<PointBuffers> allocate(Arena arena, int count) {
    List<PointBuffers> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PointBuffers one = PointBuffers.of(point, armci.size(), arena);
      one.source().segment().fill((byte) 1);
      one.destination().segment().fill((byte) 1);
      all.add(one);
    }
    return all;
  }

  @Override
  public long uncountedNanos() {
    return uncountedNanos;
  }

  /**
   * Returns how many registrations of a rank a call makes. Collective.
   *
   * @param registrations counts those of all ranks; asked on rank 0
   * @return the mean over ranks and calls, on rank 0
   */
  double registrations(LongSupplier registrations) {
    try (Arena arena = Arena.ofShared()) {
      List<PointBuffers> buffers = allocate(arena, 1 + COUNTED);
      calls.call(buffers.getFirst()); // makes connections, and drops registrations of ended memory
      long before = count(registrations);
      buffers.subList(1, buffers.size()).forEach(calls::call);
      return (count(registrations) - before) / (double) (COUNTED * armci.size());
    }
  }

  /** Counts while no rank registers. */
  private long count(LongSupplier registrations) {
    armci.barrier();
    long found = armci.rank() == 0 ? registrations.getAsLong() : 0;
    armci.barrier();
    return found;
  }
}
