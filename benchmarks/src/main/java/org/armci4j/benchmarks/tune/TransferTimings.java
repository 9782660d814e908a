package org.armci4j.benchmarks.tune;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.ListTransfers;
import org.armci4j.benchmarks.rank.JitWarmUp;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.transport.SegmentList;

/**
 * Times transfers in a runtime opened with certain settings. Rank 0 measures; the others only
 * serve.
 */
final class TransferTimings implements AutoCloseable {
  static final int LARGEST_BYTES = 1 << 20;
  static final long LIST_BYTES = 64 << 10;
  private static final int REPETITIONS = 7;
  private static final long REPETITION_NANOS = 20_000_000;
  private static final int ROWS = 64;
  private static final int MIDDLE_BYTES = 32 << 10;
  private static final int PUTS_IN_A_ROW = 64;

  private final Armci armci;
  private final GlobalMemory memory;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment unregistered = arena.allocate(LARGEST_BYTES, 4096);

  /** Null in quick mode: each operation is performed once to warm up and once for the time. */
  private final Stopwatch stopwatch;

  /**
   * Allocates the memory of all ranks. Collective.
   *
   * @param quick whether to time each operation only once, which is too rough for a choice
   */
  TransferTimings(Armci armci, boolean quick) {
    this.armci = armci;
    this.stopwatch = quick ? null : new Stopwatch(REPETITIONS, REPETITION_NANOS);
    this.memory = armci.allocate(2L * LARGEST_BYTES);
  }

  boolean measures() {
    return armci.rank() == 0;
  }

  /** Returns the largest value of any rank. Collective. */
  long largest(long mine) {
    memory.local().set(ValueLayout.JAVA_LONG, 0, mine);
    armci.barrier();
    long largest = mine;
    for (int rank = 0; rank < armci.size(); rank++) {
      largest = Math.max(largest, armci.getLong(memory, rank, 0));
    }
    armci.barrier();
    return largest;
  }

  /** Performs all operations until the JIT compilers are idle, or to the limit. */
  void warmUp(long limitNanos) {
    Stopwatch brief = new Stopwatch(1, REPETITION_NANOS);
    JitWarmUp.run(
        () -> {
          nanos(brief, putFrom(heap(MIDDLE_BYTES), MIDDLE_BYTES));
          nanos(brief, putFrom(memory.local(), Long.BYTES));
          nanos(brief, putFrom(unregistered, MIDDLE_BYTES));
          nanos(brief, () -> putFresh(MIDDLE_BYTES));
          nanos(brief, getOf(MIDDLE_BYTES));
          nanos(brief, putOf(rowsOf(Long.BYTES, true)));
          nanos(brief, putOf(rowsOf(MIDDLE_BYTES / ROWS, false)));
          return true;
        },
        limitNanos);
  }

  /** Returns the time of a put from registered memory and a fence. */
  double put(long sizeBytes) {
    return nanos(stopwatch, putFrom(memory.local(), sizeBytes));
  }

  /** Returns the time of a put from native memory outside global memory, and a fence. */
  double putOfNative(long sizeBytes) {
    return nanos(stopwatch, putFrom(unregistered, sizeBytes));
  }

  /** Returns the same time with memory that is freshly allocated for each put. */
  double putOfFresh(long sizeBytes) {
    return nanos(stopwatch, () -> putFresh(sizeBytes));
  }

  /** Returns the time of a put from the heap and a fence. */
  double putOfHeap(int sizeBytes) {
    return nanos(stopwatch, putFrom(heap(sizeBytes), sizeBytes));
  }

  double get(long sizeBytes) {
    return nanos(stopwatch, getOf(sizeBytes));
  }

  /** Returns the time of one of many short puts before a fence. */
  double shortPuts() {
    return nanos(stopwatch, this::putManyShort) / PUTS_IN_A_ROW;
  }

  /**
   * Returns the time of a put of all rows of a matrix, and a fence.
   *
   * @param together whether the rows are adjacent at the target
   */
  double rows(long lengthBytes, boolean together) {
    return nanos(stopwatch, putOf(rowsOf(lengthBytes, together)));
  }

  /** Returns the time of a put of spaced segments from registered memory, and a fence. */
  double putOfList(long segmentBytes) {
    return nanos(stopwatch, putOf(spaced(segmentBytes)));
  }

  /** Returns the time of a get of spaced segments into registered memory. */
  double getOfList(long segmentBytes) {
    ListTransfers lists = armci.lists();
    SegmentList list = spaced(segmentBytes);
    return nanos(
        stopwatch, () -> lists.get(memory, 1, 0, memory.local(), 0, list, lists.blocking()));
  }

  private Runnable putFrom(MemorySegment source, long sizeBytes) {
    return () -> {
      armci.put(source, 0, memory, 1, 0, sizeBytes);
      armci.fence(1);
    };
  }

  private void putFresh(long sizeBytes) {
    try (Arena fresh = Arena.ofShared()) {
      putFrom(fresh.allocate(sizeBytes, 4096), sizeBytes).run();
    }
  }

  private void putManyShort() {
    for (int k = 0; k < PUTS_IN_A_ROW; k++) {
      armci.put(memory.local(), 0, memory, 1, 8L * k, Long.BYTES);
    }
    armci.fence(1);
  }

  private Runnable getOf(long sizeBytes) {
    return () -> armci.get(memory, 1, 0, memory.local(), 0, sizeBytes);
  }

  private Runnable putOf(SegmentList list) {
    ListTransfers lists = armci.lists();
    return () -> {
      lists.put(memory.local(), 0, memory, 1, 0, list, lists.blocking());
      armci.fence(1);
    };
  }

  private static MemorySegment heap(int sizeBytes) {
    return MemorySegment.ofArray(new byte[sizeBytes]);
  }

  private static SegmentList rowsOf(long lengthBytes, boolean together) {
    SegmentList list = new SegmentList();
    list.addRun(0, 2 * lengthBytes, 0, (together ? 1 : 2) * lengthBytes, lengthBytes, ROWS);
    return list;
  }

  private static SegmentList spaced(long segmentBytes) {
    SegmentList list = new SegmentList();
    long stride = 2 * segmentBytes;
    list.addRun(0, stride, 0, stride, segmentBytes, LIST_BYTES / segmentBytes);
    return list;
  }

  private static double nanos(Stopwatch with, Runnable operation) {
    if (with != null) {
      LongConsumer loop =
          count -> {
            for (long i = 0; i < count; i++) {
              operation.run();
            }
          };
      return with.measure(count -> {}, loop).median();
    }
    operation.run();
    long start = System.nanoTime();
    operation.run();
    return System.nanoTime() - start;
  }

  /** Frees the memory of all ranks and closes the runtime. Collective. */
  @Override
  public void close() {
    armci.barrier();
    armci.free(memory);
    armci.close();
    arena.close();
  }
}
