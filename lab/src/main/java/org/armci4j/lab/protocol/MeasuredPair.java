package org.armci4j.lab.protocol;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.ListTransfers;
import org.armci4j.benchmarks.rank.Computation;
import org.armci4j.benchmarks.rank.RankCommands;
import org.armci4j.transport.SegmentList;

/** Opens the runtime once: rank 0 measures transfers with rank 1, which waits or computes. */
final class MeasuredPair implements AutoCloseable {
  /** Bytes that a list moves. */
  static final long LIST_BYTES = 1 << 20;

  /** Bytes of the longest transfer. */
  static final long LARGEST_BYTES = 16 << 20;

  private static final long END = -2;
  private static final int TARGET = 1;
  private static final int COMPUTED_STEPS = 1000;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  // Offsets of words: the end of the current computation, by its number, then rank 1's report on
  // it.
  private static final long BUSY_END = 0;
  private static final long DONE = 128;
  private static final long STEPS = 136;
  private static final long HELPER = 144;
  private static final long COUNTER = 256;
  private static final long WORDS_BYTES = 384;

  private final Armci armci;
  private final RankCommands commands;
  private final GlobalMemory words;
  private final GlobalMemory memory;
  private final ListTransfers lists;
  private final Computation computation = new Computation();
  private long busy;

  /** Allocates the memory of both ranks. Collective. */
  MeasuredPair(Armci armci) {
    this.armci = armci;
    this.commands = new RankCommands(armci);
    this.words = armci.allocate(WORDS_BYTES);
    this.memory = armci.allocate(LARGEST_BYTES);
    this.lists = armci.lists();
  }

  /**
   * Rank 1's share of its core during transfers of rank 0.
   *
   * @param stepsPerNano speed of its computation
   * @param helperShare processor time of its helper thread as a share of the elapsed time
   */
  record Computed(double stepsPerNano, double helperShare) {}

  boolean leads() {
    return armci.rank() == 0;
  }

  Armci armci() {
    return armci;
  }

  GlobalMemory memory() {
    return memory;
  }

  /** Returns rank 0's own block, which is registered. */
  MemorySegment own() {
    return memory.local();
  }

  /** Serves as rank 1 until rank 0 ends the service. */
  void follow() {
    for (long number = commands.take(); number != END; number = commands.take()) {
      compute(number);
    }
  }

  /** Ends rank 1's service, on rank 0. */
  void end() {
    commands.give(END);
  }

  private void compute(long number) {
    HelperTime helper = new HelperTime(armci.rank());
    long start = System.nanoTime();
    long steps = 0;
    while ((long) LONG.getAcquire(words.local(), BUSY_END) < number) {
      computation.run(COMPUTED_STEPS);
      steps += COMPUTED_STEPS;
    }
    double nanos = System.nanoTime() - start;
    armci.putDouble(words, 0, STEPS, steps / nanos);
    armci.putDouble(words, 0, HELPER, helper.nanos() / nanos);
    armci.signal(words, 0, DONE, number);
  }

  /** Performs transfers on rank 0 while rank 1 computes and makes no call. */
  Computed whileComputing(Runnable transfers) {
    busy++;
    commands.give(busy);
    transfers.run();
    armci.putLong(words, TARGET, BUSY_END, busy);
    armci.waitUntil(words, DONE, Comparison.GE, busy);
    return new Computed(armci.getDouble(words, 0, STEPS), armci.getDouble(words, 0, HELPER));
  }

  void put(MemorySegment source, long sizeBytes) {
    armci.put(source, 0, memory, TARGET, 0, sizeBytes);
    armci.fence(TARGET);
  }

  void get(long sizeBytes) {
    get(own(), sizeBytes);
  }

  void get(MemorySegment target, long sizeBytes) {
    armci.get(memory, TARGET, 0, target, 0, sizeBytes);
  }

  void fetchAdd() {
    armci.fetchAndAdd(words, TARGET, COUNTER, 1);
  }

  void swap() {
    armci.longAtomics().swap(words, TARGET, COUNTER, 7);
  }

  void fetchAddOfInt() {
    armci.intAtomics().fetchAndAdd(words, TARGET, COUNTER + Long.BYTES, 1);
  }

  void putList(SegmentList list) {
    lists.put(own(), 0, memory, TARGET, 0, list, lists.blocking());
    armci.fence(TARGET);
  }

  void getList(SegmentList list) {
    lists.get(memory, TARGET, 0, own(), 0, list, lists.blocking());
  }

  /** Returns segments with gaps as long as themselves; at rank 1 they may be adjacent instead. */
  static SegmentList segments(long lengthBytes, boolean together) {
    SegmentList list = new SegmentList();
    long stride = 2 * lengthBytes;
    long there = together ? lengthBytes : stride;
    list.addRun(0, stride, 0, there, lengthBytes, LIST_BYTES / lengthBytes);
    return list;
  }

  /** Frees the memory and closes the runtime. Collective. */
  @Override
  public void close() {
    armci.barrier();
    armci.free(memory);
    armci.free(words);
    commands.close();
    armci.close();
  }
}
