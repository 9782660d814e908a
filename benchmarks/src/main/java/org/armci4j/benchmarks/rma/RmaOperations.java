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
 * Performs the measured operations, each in a loop of its own. The target is rank 1, or rank 0
 * itself in a job of one.
 */
final class RmaOperations implements AutoCloseable {
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final byte ANY_BYTE = 1;

  /** Offsets of words, far enough apart that no two share a cache line. */
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
   * Allocates the memory of all ranks. Collective.
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

  /** Puts; each put completes at the target before the next one starts. */
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

  /** Accumulates doubles; each accumulate completes at the target before the next one starts. */
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

  /** Sends signals between ranks 0 and 1 in turn: two one-way signals a count. */
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

  /** Does the same by loads and stores alone: the hardware's own time, the bound of any runtime. */
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

  /** Returns whether ranks 0 and 1 can hand a cache line to each other; the same on all ranks. */
  boolean hasCacheLine() {
    return armci.size() > 1 && words.view(0) != null && words.view(1) != null;
  }

  /** Frees the memory of all ranks. Collective. */
  @Override
  public void close() {
    armci.free(words);
    armci.free(data);
    arena.close();
  }
}
