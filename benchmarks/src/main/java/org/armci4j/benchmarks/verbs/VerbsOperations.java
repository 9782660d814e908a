package org.armci4j.benchmarks.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.ListTransfers;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.transport.SegmentList;

/**
 * The operations that are measured, each in a loop of its own, from registered memory to registered
 * memory as perftest does.
 */
final class VerbsOperations implements AutoCloseable {
  private static final byte ANY_BYTE = 1;

  private static final long WORD = 0;
  private static final long COUNTER = 256;
  private static final long BUSY_END = 384;
  private static final long WORDS_BYTES = 512;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  /** Between two looks at the word that ends a computation. */
  private static final int COMPUTED_STEPS = 1000;

  private static final long COMPUTED_FACTOR = 6364136223846793005L;

  private final Armci armci;
  private final Collectives collectives;
  private final GlobalMemory source;
  private final GlobalMemory target;
  private final GlobalMemory words;
  private final MemorySegment local;
  private final MemorySegment localWord;
  private final ListTransfers lists;
  private long lastWord;
  private long lastBusy;

  /** So that the computation has a result. */
  private long computed;

  /** Collective. */
  VerbsOperations(Armci armci, long largestBytes) {
    this.armci = armci;
    this.lists = armci.lists();
    this.collectives = Collectives.of(armci);
    this.source = armci.allocate(largestBytes + Long.BYTES);
    this.target = armci.allocate(largestBytes * armci.size());
    this.words = armci.allocate(WORDS_BYTES);
    this.local = source.local();
    this.localWord = local.asSlice(largestBytes, Long.BYTES);
    local.fill(ANY_BYTE);
    target.local().fill(ANY_BYTE);
    armci.barrier();
  }

  /**
   * Ranks 0 and 1 write a word to each other in turn.
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

  void getLatency(Samples samples, int count) {
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      armci.get(target, 1, 0, local, 0, Long.BYTES);
      samples.add(System.nanoTime() - start);
    }
  }

  void fetchAdd(Samples samples, int count) {
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      armci.fetchAndAdd(words, 1, COUNTER, 1);
      samples.add(System.nanoTime() - start);
    }
  }

  /** As many puts under way as the transport allows; the last thing is to wait for all. */
  void putBandwidth(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.nbPut(local, 0, target, 1, 0, sizeBytes, armci.implicit());
    }
    armci.awaitAll();
    armci.fence(1);
  }

  void getBandwidth(long sizeBytes, long count) {
    for (long i = 0; i < count; i++) {
      armci.nbGet(target, 1, 0, local, 0, sizeBytes, armci.implicit());
    }
    armci.awaitAll();
  }

  /** Rank 0 puts lists; each put is complete before the next. */
  void putList(long segmentBytes, long count) {
    SegmentList list = spaced(segmentBytes);
    for (long i = 0; i < count; i++) {
      lists.put(local, 0, target, 1, 0, list, lists.blocking());
      armci.fence(1);
    }
  }

  void getList(long segmentBytes, long count) {
    SegmentList list = spaced(segmentBytes);
    for (long i = 0; i < count; i++) {
      lists.get(target, 1, 0, local, 0, list, lists.blocking());
    }
  }

  private static SegmentList spaced(long segmentBytes) {
    SegmentList list = new SegmentList();
    long stride = 2 * segmentBytes;
    list.addRun(0, stride, 0, stride, segmentBytes, VerbsPlan.LIST_BYTES / segmentBytes);
    return list;
  }

  /** Rank 0 does something while rank 1 computes, and makes no call. */
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

  void barrier(long count) {
    for (long i = 0; i < count; i++) {
      collectives.barrier();
    }
  }

  void broadcast(long sizeBytes, long count) {
    Elements data = Elements.of(target, 0, sizeBytes, ElementType.BYTE);
    for (long i = 0; i < count; i++) {
      collectives.broadcast(data, 0);
    }
  }

  /** Sums of doubles. */
  void allreduce(long sizeBytes, long count) {
    long doubles = sizeBytes / Double.BYTES;
    Elements from = Elements.of(source, 0, doubles, ElementType.DOUBLE);
    Elements to = Elements.of(target, 0, doubles, ElementType.DOUBLE);
    for (long i = 0; i < count; i++) {
      collectives.allreduce(from, to, Reduction.SUM);
    }
  }

  void allgather(long sizeBytes, long count) {
    Elements from = Elements.of(source, 0, sizeBytes, ElementType.BYTE);
    Elements to = Elements.of(target, 0, sizeBytes * armci.size(), ElementType.BYTE);
    for (long i = 0; i < count; i++) {
      collectives.allgather(from, to);
    }
  }

  /** Collective. */
  @Override
  public void close() {
    collectives.close();
    armci.free(words);
    armci.free(target);
    armci.free(source);
  }
}
