package org.armci4j.benchmarks.rma;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/**
 * The operations that are measured, each in a loop of its own. Their target is rank 1, or the only
 * rank itself.
 */
final class RmaOperations implements AutoCloseable {
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final byte ANY_BYTE = 1;

  /** Words lie apart, so that no two share a cache line. */
  private static final long COUNTER = 0;

  private static final long SIGNAL = 256;
  private static final long HANDED_OVER = 512;
  private static final long WORDS_BYTES = 768;

  private final Armci armci;
  private final int target;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment local;
  private final GlobalMemory data;
  private final GlobalMemory words;
  private final Accumulation sum = Accumulation.ofDouble(1);
  private long lastSignal;
  private long lastHandedOver;

  /**
   * Allocates. Collective.
   *
   * @param arrays whether the local memory is an array
   */
  RmaOperations(Armci armci, long largestBytes, boolean arrays) {
    this.armci = armci;
    this.target = Math.min(1, armci.size() - 1);
    int elements = Math.toIntExact(Math.ceilDiv(largestBytes, Double.BYTES));
    this.local =
        (arrays ? MemorySegment.ofArray(new double[elements]) : arena.allocate(largestBytes, 4096))
            .fill(ANY_BYTE);
    this.data = armci.allocate(largestBytes);
    this.words = armci.allocate(WORDS_BYTES);
    data.local().fill(ANY_BYTE);
    armci.barrier();
  }

  /** Puts, each complete at the target before the next. */
  void put(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.put(local, 0, data, target, 0, sizeBytes);
      armci.fence(target);
    }
  }

  void get(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.get(data, target, 0, local, 0, sizeBytes);
    }
  }

  /** Accumulates of doubles, each complete at the target before the next. */
  void accumulate(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.accumulate(sum, local, 0, data, target, 0, sizeBytes);
      armci.fence(target);
    }
  }

  void fetchAdd(long count) {
    for (long i = 0; i < count; i++) {
      armci.fetchAndAdd(words, target, COUNTER, 1);
    }
  }

  void barrier(long count) {
    for (long i = 0; i < count; i++) {
      armci.barrier();
    }
  }

  /** Ranks 0 and 1 send each other signals in turn: two one-way signals a count. */
  void signal(long count) {
    int rank = armci.rank();
    int peer = 1 - rank;
    long next = lastSignal + 1;
    long end = lastSignal + count;
    for (; next <= end; next++) {
      if (rank == 0) {
        armci.signal(words, peer, SIGNAL, next);
      }
      armci.waitUntil(words, SIGNAL, Comparison.GE, next);
      if (rank == 1) {
        armci.signal(words, peer, SIGNAL, next);
      }
    }
    lastSignal = end;
  }

  /** The same by loads and stores alone: what the hardware takes, and no runtime can beat. */
  void cacheLine(long count) {
    int rank = armci.rank();
    MemorySegment own = words.view(rank);
    MemorySegment peer = words.view(1 - rank);
    long next = lastHandedOver + 1;
    long end = lastHandedOver + count;
    for (; next <= end; next++) {
      if (rank == 0) {
        LONG.setRelease(peer, HANDED_OVER, next);
      }
      while ((long) LONG.getAcquire(own, HANDED_OVER) < next) {
        Thread.onSpinWait();
      }
      if (rank == 1) {
        LONG.setRelease(peer, HANDED_OVER, next);
      }
    }
    lastHandedOver = end;
  }

  /** Whether two ranks can hand a cache line to each other; all ranks find the same. */
  boolean hasCacheLine() {
    return armci.size() > 1 && words.view(0) != null && words.view(1) != null;
  }

  /** Collective. */
  @Override
  public void close() {
    armci.free(words);
    armci.free(data);
    arena.close();
  }
}
