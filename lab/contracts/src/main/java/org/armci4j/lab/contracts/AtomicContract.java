package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.Comparison;
import org.armci4j.DoubleAtomics;
import org.armci4j.FloatAtomics;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.IntAtomics;
import org.armci4j.LongAtomics;
import org.armci4j.error.ArmciException;

/**
 * Checks the promises of atomic operations and accumulates: every update counts, and counts once.
 */
public final class AtomicContract implements Contract {
  private static final int TIMES = 500;
  private static final int OVERLAPS = 20;

  private final int times;
  private final int overlaps;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  public AtomicContract(double scale) {
    Repetitions repetitions = new Repetitions(scale);
    this.times = repetitions.of(TIMES);
    this.overlaps = repetitions.of(OVERLAPS);
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("long atomics return what was there", AtomicContract::longResults);
    checks.put("int atomics leave their neighbours alone", AtomicContract::intResults);
    checks.put("nonblocking atomics deliver what was there", AtomicContract::nonblocking);
    checks.put("minima and maxima of words have signs", AtomicContract::extremes);
    checks.put("no concurrent update is lost", this::noLostUpdate);
    checks.put("swap passes a token on", this::swapAsLock);
    checks.put("floating-point minima, maxima and sums", AtomicContract::floating);
    checks.put("accumulates of all types add exactly", AtomicContract::accumulateTypes);
    checks.put("overlapping accumulates are atomic", this::accumulateOverlap);
    checks.put("wrong accumulates are refused", AtomicContract::accumulateRefused);
    return checks;
  }

  private static void longResults(Armci armci) {
    GlobalMemory memory = armci.allocate(16);
    LongAtomics atomics = armci.longAtomics();
    int target = right(armci);
    assertEquals(0, atomics.fetchAndAdd(memory, target, 8, 0x70));
    assertEquals(0x70, atomics.fetchAndOr(memory, target, 8, 0x0f));
    assertEquals(0x7f, atomics.fetchAndAnd(memory, target, 8, 0x3c));
    assertEquals(0x3c, atomics.fetchAndXor(memory, target, 8, -1));
    assertEquals(~0x3cL, atomics.swap(memory, target, 8, 5));
    assertEquals(5, atomics.compareAndSwap(memory, target, 8, 6, 7), "a swap that must not be");
    assertEquals(5, atomics.compareAndSwap(memory, target, 8, 5, Long.MIN_VALUE));
    assertEquals(Long.MIN_VALUE, atomics.read(memory, target, 8));
    atomics.set(memory, target, 8, 9);
    assertEquals(9, atomics.fetchAndMax(memory, target, 8, Long.MIN_VALUE));
    assertEquals(9, atomics.fetchAndMin(memory, target, 8, -7));
    assertEquals(-7, atomics.fetchAndMax(memory, target, 8, 3));
    assertEquals(3, atomics.read(memory, target, 8));
    assertEquals(0, atomics.read(memory, target, 0), "the word beside");
    assertThrows(ArmciException.class, () -> atomics.swap(memory, target, 4, 1));
    armci.free(memory);
  }

  private static void intResults(Armci armci) {
    GlobalMemory memory = armci.allocate(12);
    IntAtomics atomics = armci.intAtomics();
    int target = right(armci);
    assertEquals(0, atomics.fetchAndAdd(memory, target, 4, 0x70));
    assertEquals(0x70, atomics.fetchAndOr(memory, target, 4, 0x0f));
    assertEquals(0x7f, atomics.fetchAndAnd(memory, target, 4, 0x3c));
    assertEquals(0x3c, atomics.fetchAndXor(memory, target, 4, -1));
    assertEquals(~0x3c, atomics.swap(memory, target, 4, 5));
    assertEquals(5, atomics.compareAndSwap(memory, target, 4, 6, 7), "a swap that must not be");
    assertEquals(5, atomics.compareAndSwap(memory, target, 4, 5, Integer.MIN_VALUE));
    atomics.set(memory, target, 4, -9);
    assertEquals(-9, atomics.fetchAndMin(memory, target, 4, Integer.MAX_VALUE));
    assertEquals(-9, atomics.fetchAndMax(memory, target, 4, 7));
    assertEquals(7, atomics.fetchAndMin(memory, target, 4, -3));
    assertEquals(-3, atomics.read(memory, target, 4));
    assertEquals(0, atomics.read(memory, target, 0), "the word below");
    assertEquals(0, atomics.read(memory, target, 8), "the word above");
    assertThrows(ArmciException.class, () -> atomics.swap(memory, target, 2, 1));
    assertThrows(ArmciException.class, () -> atomics.swap(memory, target, 12, 1));
    armci.free(memory);
  }

  private static void nonblocking(Armci armci) {
    GlobalMemory memory = armci.allocate(16);
    int target = right(armci);
    Handle handle = armci.newHandle();
    long[] longs = {-1, -1, -1};
    int[] ints = {-1, -1, -1};
    MemorySegment longResults = MemorySegment.ofArray(longs);
    MemorySegment intResults = MemorySegment.ofArray(ints);
    LongAtomics longAtomics = armci.longAtomics();
    IntAtomics intAtomics = armci.intAtomics();
    longAtomics.nbUpdate(AtomicUpdate.ADD, memory, target, 0, 5, longResults, 0, handle);
    handle.await();
    longAtomics.nbUpdate(AtomicUpdate.SWAP, memory, target, 0, 9, longResults, 8, handle);
    handle.await();
    longAtomics.nbCompareAndSwap(memory, target, 0, 9, 7, longResults, 16, handle);
    intAtomics.nbUpdate(AtomicUpdate.OR, memory, target, 12, 6, intResults, 0, handle);
    handle.await();
    intAtomics.nbUpdate(AtomicUpdate.XOR, memory, target, 12, 3, intResults, 4, handle);
    handle.await();
    intAtomics.nbCompareAndSwap(memory, target, 12, 0, 1, intResults, 8, handle);
    handle.await();
    assertArrayEquals(new long[] {0, 5, 9}, longs);
    assertArrayEquals(new int[] {0, 6, 5}, ints);
    assertEquals(7, longAtomics.read(memory, target, 0));
    assertEquals(5, intAtomics.read(memory, target, 12), "5 is not 0");
    assertThrows(
        ArmciException.class,
        () ->
            longAtomics.nbUpdate(AtomicUpdate.ADD, memory, target, 0, 1, longResults, 17, handle));
    assertEquals(7, longAtomics.read(memory, target, 0), "refused before anything is written");
    armci.free(memory);
  }

  private static void extremes(Armci armci) {
    GlobalMemory memory = armci.allocate(16);
    int target = right(armci);
    int[] operands = {5, -7, -3, 2};
    AtomicUpdate[] updates = {
      AtomicUpdate.MAX, AtomicUpdate.MIN, AtomicUpdate.MAX, AtomicUpdate.MIN
    };
    long[] longs = new long[operands.length];
    int[] ints = new int[operands.length];
    MemorySegment longResults = MemorySegment.ofArray(longs);
    MemorySegment intResults = MemorySegment.ofArray(ints);
    Handle handle = armci.newHandle();
    for (int i = 0; i < operands.length; i++) {
      armci
          .longAtomics()
          .nbUpdate(updates[i], memory, target, 0, operands[i], longResults, 8L * i, handle);
      armci
          .intAtomics()
          .nbUpdate(updates[i], memory, target, 12, operands[i], intResults, 4L * i, handle);
      handle.await();
    }
    assertArrayEquals(new long[] {0, 5, -7, -3}, longs);
    assertArrayEquals(new int[] {0, 5, -7, -3}, ints);
    assertEquals(-3, armci.longAtomics().read(memory, target, 0));
    assertEquals(-3, armci.intAtomics().read(memory, target, 12));
    armci.free(memory);
  }

  /** Changes the words of all ranks from each rank; sums, bits and parities show every change. */
  private void noLostUpdate(Armci armci) {
    GlobalMemory memory = armci.allocate(32);
    for (int i = 0; i < times; i++) {
      int target = i % armci.size();
      armci.longAtomics().fetchAndAdd(memory, target, 0, armci.rank() + 1);
      armci.intAtomics().fetchAndAdd(memory, target, 8, 1);
      armci.intAtomics().fetchAndXor(memory, target, 12, 1 << armci.rank());
      armci.doubleAtomics().fetchAndAdd(memory, target, 16, 0.5);
      armci.floatAtomics().fetchAndAdd(memory, target, 24, 0.5f);
    }
    armci.barrier();
    int size = armci.size();
    int mine = times / size + (armci.rank() < times % size ? 1 : 0);
    assertEquals((long) mine * size * (size + 1) / 2, memory.local().get(JAVA_LONG, 0));
    assertEquals(mine * size, armci.getInt(memory, armci.rank(), 8));
    int parity = mine % 2 == 0 ? 0 : (1 << size) - 1;
    assertEquals(parity, armci.getInt(memory, armci.rank(), 12));
    assertEquals(mine * size * 0.5, armci.getDouble(memory, armci.rank(), 16));
    assertEquals(mine * size * 0.5f, armci.getFloat(memory, armci.rank(), 24));
    armci.free(memory);
  }

  /** Guards a counter that is not atomic itself by a token in rank 0's word. */
  @SuppressWarnings("ThreadPriorityCheck") // the holder may be waiting for this core
  private void swapAsLock(Armci armci) {
    GlobalMemory memory = armci.allocate(16);
    if (armci.rank() == 0) {
      armci.putLong(memory, 0, 0, 1);
    }
    armci.barrier();
    for (int i = 0; i < times / 5; i++) {
      while (armci.longAtomics().swap(memory, 0, 0, 0) == 0) {
        Thread.yield();
      }
      long count = armci.getLong(memory, 0, 8);
      armci.putLong(memory, 0, 8, count + 1);
      armci.fence(0);
      armci.longAtomics().set(memory, 0, 0, 1);
    }
    armci.barrier();
    assertEquals((long) times / 5 * armci.size(), armci.getLong(memory, 0, 8));
    armci.free(memory);
  }

  private static void floating(Armci armci) {
    GlobalMemory memory = armci.allocate(32);
    DoubleAtomics doubles = armci.doubleAtomics();
    FloatAtomics floats = armci.floatAtomics();
    double own = 10.0 + armci.rank();
    doubles.fetchAndMax(memory, 0, 0, own);
    doubles.fetchAndMin(memory, 0, 8, -own);
    floats.fetchAndMax(memory, 0, 16, (float) own);
    floats.fetchAndMin(memory, 0, 20, (float) -own);
    armci.barrier();
    double last = 9.0 + armci.size();
    assertEquals(last, armci.getDouble(memory, 0, 0));
    assertEquals(-last, armci.getDouble(memory, 0, 8));
    assertEquals((float) last, armci.getFloat(memory, 0, 16));
    assertEquals((float) -last, armci.getFloat(memory, 0, 20));
    armci.barrier();
    assertEquals(armci.getDouble(memory, 0, 0), doubles.fetchAndMax(memory, 0, 0, -1));
    armci.free(memory);
  }

  /**
   * Accumulates in every type. Values and scales are small integers, so that every type adds
   * exactly.
   */
  private static void accumulateTypes(Armci armci) {
    GlobalMemory memory = armci.allocate(6 * 64);
    int times = 20;
    for (int target = 0; target < armci.size(); target++) {
      for (int i = 0; i < times; i++) {
        MemorySegment ints = MemorySegment.ofArray(new int[] {1, -2, 3});
        armci.accumulate(Accumulation.ofInt(2), ints, 0, memory, target, 0, 12);
        MemorySegment longs = MemorySegment.ofArray(new long[] {1, -2, 3});
        armci.accumulate(Accumulation.ofLong(2), longs, 8, memory, target, 64, 16);
        MemorySegment floats = MemorySegment.ofArray(new float[] {1, -2, 3});
        armci.accumulate(Accumulation.ofFloat(2), floats, 0, memory, target, 128, 12);
        MemorySegment doubles = MemorySegment.ofArray(new double[] {1, -2, 3, 4});
        armci.accumulate(Accumulation.ofDouble(2), doubles, 0, memory, target, 192, 32);
        armci.accumulate(Accumulation.ofComplexFloat(0, 1), floats, 0, memory, target, 256, 8);
        armci.accumulate(Accumulation.ofComplexDouble(1, 2), doubles, 0, memory, target, 320, 32);
      }
    }
    armci.barrier();
    int n = times * armci.size();
    int me = armci.rank();
    assertEquals(-4 * n, armci.getInt(memory, me, 4));
    assertEquals(6 * n, armci.getInt(memory, me, 8));
    assertEquals(-4L * n, armci.getLong(memory, me, 64));
    assertEquals(6L * n, armci.getLong(memory, me, 72));
    assertEquals(6f * n, armci.getFloat(memory, me, 136));
    assertEquals(8.0 * n, armci.getDouble(memory, me, 216));
    assertEquals(2f * n, armci.getFloat(memory, me, 256), "real part of i * (1 - 2i)");
    assertEquals(1f * n, armci.getFloat(memory, me, 260), "imaginary part of i * (1 - 2i)");
    assertEquals(5.0 * n, armci.getDouble(memory, me, 320), "real part of (1+2i)(1-2i)");
    assertEquals(0.0, armci.getDouble(memory, me, 328), "imaginary part of (1+2i)(1-2i)");
    assertEquals(-5.0 * n, armci.getDouble(memory, me, 336), "real part of (1+2i)(3+4i)");
    assertEquals(10.0 * n, armci.getDouble(memory, me, 344), "imaginary part of (1+2i)(3+4i)");
    armci.free(memory);
  }

  /**
   * Accumulates more than one locked piece, from all ranks at once, starting at different places.
   */
  private void accumulateOverlap(Armci armci) {
    int elements = 20_000;
    GlobalMemory memory = armci.allocate(armci.rank() == 0 ? 8L * elements : 0);
    double[] ones = new double[elements];
    Arrays.fill(ones, 1);
    Handle handle = armci.newHandle();
    int rounds = overlaps;
    for (int i = 0; i < rounds; i++) {
      long from = 8L * armci.rank();
      armci.nbAccumulate(
          Accumulation.ofDouble(3),
          MemorySegment.ofArray(ones),
          0,
          memory,
          0,
          from,
          8L * elements - from,
          handle);
    }
    handle.await();
    armci.barrier();
    if (armci.rank() == 0) {
      for (int i = 0; i < elements; i++) {
        int ranks = Math.min(i + 1, armci.size());
        assertEquals(3.0 * rounds * ranks, memory.local().get(JAVA_DOUBLE, 8L * i), "at " + i);
      }
    }
    armci.free(memory);
  }

  private static void accumulateRefused(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    MemorySegment source = MemorySegment.ofArray(new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1});
    Accumulation doubles = Accumulation.ofDouble(1);
    for (long[] range : new long[][] {{0, 0, 72}, {0, 60, 8}, {-8, 0, 8}, {0, 0, 12}, {72, 0, 8}}) {
      ArmciException refused =
          assertThrows(
              ArmciException.class,
              () -> armci.accumulate(doubles, source, range[0], memory, 0, range[1], range[2]));
      assertTrue(refused.getMessage().startsWith("accumulate: "), refused.getMessage());
    }
    armci.barrier();
    assertEquals(0, armci.waitUntil(memory, 0, Comparison.EQ, 0));
    assertEquals(-1, memory.local().mismatch(MemorySegment.ofArray(new byte[64])), "untouched");
    armci.free(memory);
  }
}
