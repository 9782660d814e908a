package org.armci4j.benchmarks.network;

import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.armci4j.Handle;
import org.armci4j.benchmarks.rank.Computation;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * Performs nonblocking collectives: start and wait, and the same with computing in between. The
 * computing takes as long as both and does not count, as the OSU micro-benchmarks define it.
 */
final class StartedCollectives {
  private final CollectiveCalls<Handle> calls;
  private final MovedData data;
  private final int ranks;
  private final Computation computation = new Computation();

  /** Mean time of start and wait in the latest loop without computing. */
  private long nanosEach;

  private long computedNanos;

  StartedCollectives(Collectives collectives, MovedData data, int ranks) {
    this.calls = collectives.nonblocking();
    this.data = data;
    this.ranks = ranks;
  }

  /** Returns a loop that starts the collective and waits for it. */
  LongConsumer started(String collective, long sizeBytes) {
    Supplier<Handle> start = start(collective, sizeBytes);
    return count -> {
      long begin = System.nanoTime();
      for (long i = 0; i < count; i++) {
        start.get().await();
      }
      nanosEach = (System.nanoTime() - begin) / count;
      computedNanos = 0;
    };
  }

  /** Returns the same loop with computing in between. Must run after the loop without. */
  LongConsumer overlapped(String collective, long sizeBytes) {
    Supplier<Handle> start = start(collective, sizeBytes);
    return count -> {
      long steps = computation.steps((double) nanosEach);
      long computed = 0;
      for (long i = 0; i < count; i++) {
        Handle handle = start.get();
        long begin = System.nanoTime();
        computation.run(steps);
        computed += System.nanoTime() - begin;
        handle.await();
      }
      computedNanos = computed;
    };
  }

  /** Returns how long the latest loop computed. */
  long computedNanos() {
    return computedNanos;
  }

  private Supplier<Handle> start(String collective, long sizeBytes) {
    long doubles = sizeBytes / Double.BYTES;
    Elements bytes = data.taken(sizeBytes, ElementType.BYTE);
    Elements given = data.given(sizeBytes, ElementType.BYTE);
    Elements taken = data.taken(sizeBytes * ranks, ElementType.BYTE);
    Elements mine = data.given(doubles, ElementType.DOUBLE);
    Elements all = data.taken(doubles, ElementType.DOUBLE);
    return switch (collective) {
      case "barrier" -> calls::barrier;
      case "broadcast" -> () -> calls.broadcast(bytes, 0);
      case "allreduce" -> () -> calls.allreduce(mine, all, Reduction.SUM);
      case "allgather" -> () -> calls.allgather(given, taken);
      default -> throw new IllegalArgumentException("no operation " + collective);
    };
  }
}
