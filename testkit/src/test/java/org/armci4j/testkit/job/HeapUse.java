package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what calls put on the heap, for tests. */
public final class HeapUse {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Time for the JIT: before it, the JDK's part of a copy allocates, and vectors are objects. */
  private static final long LIMIT_NANOS = 30_000_000_000L;

  private HeapUse() {}

  /** Returns how many bytes this thread allocates meanwhile, without those of the measurement. */
  public static long bytes(Runnable calls) {
    long start = THREADS.getCurrentThreadAllocatedBytes();
    long own = THREADS.getCurrentThreadAllocatedBytes() - start;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    calls.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before - own;
  }

  /** Requires less than a byte for each of some rounds of calls, once they are compiled. */
  public static void requireNone(int rounds, Runnable calls) {
    long least = Long.MAX_VALUE;
    long deadline = THREADS.getCurrentThreadCpuTime() + LIMIT_NANOS;
    while (least >= rounds && THREADS.getCurrentThreadCpuTime() < deadline) {
      least = Math.min(least, bytes(calls));
    }
    assertTrue(least < rounds, least + " bytes in " + rounds + " rounds of calls");
  }
}
