package org.armci4j.benchmarks.network;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.ListTransfers;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;

/**
 * Performs the measured operations, each in a loop of its own. Like perftest, it transfers between
 * registered memory on both sides, or between Java arrays and registered memory. Rank 0 moves data
 * between its own memory and that of rank 1.
 */
final class NetworkOperations implements AutoCloseable {
  private static final long WORD = 0;
  private static final long COUNTER = 256;
  private static final long BUSY_END = 384;
  private static final long LOCAL_WORD = 512;
  private static final long WORDS_BYTES = 640;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  /** Steps of a computation between two looks at the word that ends it. */
  private static final int COMPUTED_STEPS = 1000;

  private static final long COMPUTED_FACTOR = 6364136223846793005L;

  private final Armci armci;
  private final GlobalMemory source;
  private final GlobalMemory target;
  private final GlobalMemory words;
  private final MemorySegment from;
  private final MemorySegment to;
  private final MemorySegment localWord;
  private final SegmentList rows;
  private final ListTransfers lists;
  private long lastWord;
  private long lastBusy;
  private long added;

  /** Result of the computation; storing it keeps the JIT compiler from removing the loop. */
  private long computed;

  /** Allocates the words of all ranks. Collective. */
  NetworkOperations(Armci armci, MovedData data) {
    this.armci = armci;
    this.lists = armci.lists();
    this.source = data.source();
    this.target = data.target();
    this.words = armci.allocate(WORDS_BYTES);
    this.from = data.from();
    this.to = data.to();
    this.localWord = words.local().asSlice(LOCAL_WORD, Long.BYTES);
    this.rows = new SegmentList();
    long stride = NetworkPlan.ROW_STRIDE_BYTES;
    rows.addRun(0, stride, 0, stride, Long.BYTES, NetworkPlan.WORDS);
  }

  /**
   * Writes a word from rank 0 to rank 1 and back, in turn.
   *
   * @param samples on rank 0, receives the time of each round trip
   */
  void putLatency(Samples samples, int count) {
    int rank = armci.rank();
    long end = lastWord + count;
    for (long next = lastWord + 1; next <= end; next++) {
      long start = System.nanoTime();
      if (rank == 0) {
        putWord(1, next);
      }
      armci.waitUntil(words, WORD, Comparison.GE, next);
      if (rank == 1) {
        putWord(0, next);
      }
      samples.add(System.nanoTime() - start);
    }
    lastWord = end;
  }

  private void putWord(int rank, long value) {
    localWord.set(JAVA_LONG, 0, value);
    armci.put(localWord, 0, words, rank, WORD, Long.BYTES);
  }

  /** Puts; each put completes at rank 1 before the next one starts. */
  void putFence(Samples samples, int count) {
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      armci.put(from, 0, target, 1, 0, Long.BYTES);
      armci.fence(1);
      samples.add(System.nanoTime() - start);
    }
  }

  void getLatency(Samples samples, int count) {
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      armci.get(source, 1, 0, to, 0, Long.BYTES);
      samples.add(System.nanoTime() - start);
    }
  }

  void fetchAdd(Samples samples, int count) {
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      long old = armci.fetchAndAdd(words, 1, COUNTER, 1);
      samples.add(System.nanoTime() - start);
      if (old != added++) {
        throw new IllegalStateException(Text.format("fetch-add gave %d, not %d", old, added - 1));
      }
    }
  }

  /** Puts as many at once as the transport allows, and waits for all at the end. */
  void putBandwidth(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.nbPut(from, 0, target, 1, 0, sizeBytes, armci.implicit());
    }
    armci.awaitAll();
    armci.fence(1);
  }

  void getBandwidth(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.nbGet(source, 1, 0, to, 0, sizeBytes, armci.implicit());
    }
    armci.awaitAll();
  }

  /** Puts the words of the rows one by one, all of them {@code count} times. */
  void wordPuts(long count) {
    long endBytes = NetworkPlan.WORDS * NetworkPlan.ROW_STRIDE_BYTES;
    for (long i = 0; i < count; i++) {
      for (long at = 0; at < endBytes; at += NetworkPlan.ROW_STRIDE_BYTES) {
        armci.put(from, at, target, 1, at, Long.BYTES);
      }
      armci.fence(1);
    }
  }

  void putRows(long count) {
    for (long i = 0; i < count; i++) {
      lists.put(from, 0, target, 1, 0, rows, lists.blocking());
      armci.fence(1);
    }
  }

  void getRows(long count) {
    for (long i = 0; i < count; i++) {
      lists.get(source, 1, 0, to, 0, rows, lists.blocking());
    }
  }

  /** Puts lists from rank 0; each put completes before the next one starts. */
  void putList(long segmentBytes, long count) {
    SegmentList list = spaced(segmentBytes);
    for (long i = 0; i < count; i++) {
      lists.put(from, 0, target, 1, 0, list, lists.blocking());
      armci.fence(1);
    }
  }

  void getList(long segmentBytes, long count) {
    SegmentList list = spaced(segmentBytes);
    for (long i = 0; i < count; i++) {
      lists.get(source, 1, 0, to, 0, list, lists.blocking());
    }
  }

  private static SegmentList spaced(long segmentBytes) {
    SegmentList list = new SegmentList();
    long stride = 2 * segmentBytes;
    list.addRun(0, stride, 0, stride, segmentBytes, NetworkPlan.LIST_BYTES / segmentBytes);
    return list;
  }

  /** Performs transfers on rank 0 while rank 1 computes and makes no call. */
  void whileComputing(Runnable transfers) {
    lastBusy++;
    if (armci.rank() == 0) {
      transfers.run();
      armci.putLong(words, 1, BUSY_END, lastBusy);
    } else {
      MemorySegment mine = words.local();
      while ((long) LONG.getAcquire(mine, BUSY_END) < lastBusy) {
        for (int i = 0; i < COMPUTED_STEPS; i++) {
          computed = computed * COMPUTED_FACTOR + 1;
        }
      }
    }
  }

  /** Frees the words of all ranks. Collective. */
  @Override
  public void close() {
    armci.free(words);
  }
}
