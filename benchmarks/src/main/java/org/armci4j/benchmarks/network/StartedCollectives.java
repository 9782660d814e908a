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
 * Collectives that do not wait: start and wait, and what of both is left where a rank computes in
 * between for as long as they take, as the OSU micro-benchmarks define it.
 */
final class StartedCollectives {
  private final CollectiveCalls<Handle> calls;
  private final MovedData data;
  private final int ranks;
  private final Computation computation = new Computation();

  /** How long start and wait took, the latest time. */
  private long nanosEach;

  private long computedNanos;

  StartedCollectives(Collectives collectives, MovedData data, int ranks) {
    this.calls = collectives.nonblocking();
    this.data = data;
    this.ranks = ranks;
  }

  /** Starts and waits for the collective so many times. */
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

  /** The same with a computation between, behind the one without. */
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

  /** How long the latest ones computed. */
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
