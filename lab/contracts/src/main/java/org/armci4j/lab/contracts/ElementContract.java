package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.CallRefusals.refusedExactly;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.DoubleBlock;
import org.armci4j.ElementBlock;
import org.armci4j.FloatBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.IntBlock;
import org.armci4j.LongBlock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciTimeoutException;
import org.junit.jupiter.api.function.Executable;

/** Checks the promises of blocks seen as elements of one type, alike for every type. */
final class ElementContract implements Contract {
  private static final int TIMES = 200;
  private static final int LENGTH = 40;
  private static final long BLOCK_BYTES = 8 * LENGTH + 3;

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("parts of arrays go to the elements named", armci -> each(armci, this::parts));
    checks.put("a handle completes transfers of arrays", armci -> each(armci, this::handles));
    checks.put("arrays are added to elements", armci -> each(armci, this::sums));
    checks.put("a signal is seen after the array", armci -> each(armci, this::signals));
    checks.put("elements outside are refused", armci -> each(armci, this::outside));
    checks.put("single elements keep their bits", ElementContract::singles);
    checks.put("atomics by index leave their neighbours alone", ElementContract::atomics);
    checks.put("atomics by index count every update", ElementContract::everyUpdate);
    checks.put("signals and waits by index", ElementContract::signalsByIndex);
    checks.put("wrong indices of words are refused", ElementContract::wrongWords);
    return checks;
  }

  private static void each(Armci armci, ViewType.TypeCheck check) {
    ViewType.each(armci, _ -> BLOCK_BYTES, check);
  }

  private <A> void parts(Armci armci, GlobalMemory memory, ViewType<A> type) {
    ElementBlock<A> block = type.of(memory, right(armci));
    assertEquals(BLOCK_BYTES / type.elementBytes(), block.length());
    assertEquals(right(armci), block.rank());
    block.put(3, type.counting(LENGTH, 10), 2, 4);
    block.put(9, type.counting(LENGTH, 20), 0, 0);
    A back = type.counting(LENGTH, -50);
    block.get(1, back, 30, 9);
    double[] expected = ViewType.values(type.counting(LENGTH, -50));
    System.arraycopy(new double[] {0, 0, 12, 13, 14, 15, 0, 0, 0}, 0, expected, 30, 9);
    assertArrayEquals(expected, ViewType.values(back));
  }

  private <A> void handles(Armci armci, GlobalMemory memory, ViewType<A> type) {
    ElementBlock<A> block = type.of(memory, right(armci));
    Handle handle = armci.newHandle();
    block.nbPut(0, type.counting(LENGTH, 1), 0, LENGTH, handle);
    handle.await();
    armci.fence(right(armci));
    block.nbAccumulate(1, type.counting(LENGTH, 100), 0, 2, handle);
    handle.await();
    armci.fence(right(armci));
    A back = type.newArray().apply(4);
    block.nbGet(0, back, 0, 4, handle);
    handle.await();
    assertArrayEquals(new double[] {1, 102, 104, 4}, ViewType.values(back));
  }

  private <A> void sums(Armci armci, GlobalMemory memory, ViewType<A> type) {
    type.of(memory, 0).accumulate(2, type.counting(LENGTH, 1), 1, 3);
    armci.barrier();
    A back = type.newArray().apply(5);
    type.of(memory, 0).get(1, back, 0, 5);
    int n = armci.size();
    assertArrayEquals(new double[] {0, 2 * n, 3 * n, 4 * n, 0}, ViewType.values(back));
  }

  private <A> void signals(Armci armci, GlobalMemory memory, ViewType<A> type) {
    int first = 5 + armci.rank();
    long signal = LENGTH - 1; // of longs, behind all data
    ElementBlock<A> next = type.of(memory, right(armci));
    next.putSignal(4, type.counting(LENGTH, first), 0, 6, memory.longs(right(armci)), signal, 1);
    memory.longs(armci.rank()).waitUntil(signal, Comparison.EQ, 1);
    A arrived = type.newArray().apply(6);
    type.of(memory, armci.rank()).get(4, arrived, 0, 6);
    int left = left(armci);
    assertEquals(5 + left, Array.getDouble(arrived, 0));
    assertEquals(10 + left, Array.getDouble(arrived, 5));
  }

  private <A> void outside(Armci armci, GlobalMemory memory, ViewType<A> type) {
    ElementBlock<A> block = type.of(memory, right(armci));
    A array = type.counting(LENGTH, 1);
    long length = block.length();
    refusedExactly(
        Text.format(
            "put: 2 elements at index %d are not inside rank %d's block, which has %d elements of"
                + " %d bytes",
            length - 1, right(armci), length, type.elementBytes()),
        () -> block.put(length - 1, array, 0, 2));
    refusedExactly(
        Text.format(
            "get: 2 elements at index %d are not inside the destination, which has %d elements of"
                + " %d bytes",
            LENGTH - 1, LENGTH, type.elementBytes()),
        () -> block.get(0, array, LENGTH - 1, 2));
    assertArrayEquals(ViewType.values(type.counting(LENGTH, 1)), ViewType.values(array));
  }

  private static void singles(Armci armci) {
    GlobalMemory memory = armci.allocate(BLOCK_BYTES);
    int right = right(armci);
    double odd = Double.longBitsToDouble(0x7ff8_0000_dead_beefL);
    memory.doubles(right).put(1, odd);
    memory.floats(right).put(4, -0.0f);
    memory.longs(right).put(3, Long.MIN_VALUE + 7);
    memory.ints(right).put(9, -9);
    armci.barrier();
    assertEquals(
        Double.doubleToRawLongBits(odd), Double.doubleToRawLongBits(memory.doubles(right).get(1)));
    assertEquals(-0.0f, memory.floats(right).get(4));
    assertEquals(Long.MIN_VALUE + 7, memory.longs(right).get(3));
    assertEquals(-9, memory.ints(right).get(9));
    assertEquals(-9, memory.local().get(ValueLayout.JAVA_INT, 36));
    refusedExactly(
        Text.format(
            "put: 1 elements at index 40 are not inside rank %d's block, which has 40 elements of 8"
                + " bytes",
            right),
        () -> memory.longs(right).put(LENGTH, 1));
    armci.barrier();
    armci.free(memory);
  }

  private static void atomics(Armci armci) {
    int right = right(armci);
    GlobalMemory memory = armci.allocate(4 * 3 * 8);
    LongBlock longs = memory.longs(right); // elements 0 to 2
    assertEquals(0, longs.fetchAndAdd(1, 0x70));
    assertEquals(0x70, longs.fetchAndOr(1, 0x0f));
    assertEquals(0x7f, longs.fetchAndAnd(1, 0x3c));
    assertEquals(0x3c, longs.fetchAndXor(1, -1));
    assertEquals(~0x3cL, longs.swap(1, 5));
    assertEquals(5, longs.compareAndSwap(1, 6, 7), "a swap that must not be");
    assertEquals(5, longs.compareAndSwap(1, 5, 4));
    assertEquals(4, longs.fetchAndMax(1, -8));
    assertEquals(4, longs.fetchAndMin(1, Long.MIN_VALUE));
    IntBlock ints = memory.ints(right); // elements 6 to 11
    assertEquals(0, ints.fetchAndAdd(7, 0x70));
    assertEquals(0x70, ints.fetchAndOr(7, 0x0f));
    assertEquals(0x7f, ints.fetchAndAnd(7, 0x3c));
    assertEquals(0x3c, ints.fetchAndXor(7, -1));
    assertEquals(~0x3c, ints.swap(7, 5));
    assertEquals(5, ints.compareAndSwap(7, 6, 7), "a swap that must not be");
    assertEquals(5, ints.compareAndSwap(7, 5, -6));
    assertEquals(-6, ints.fetchAndMin(7, 4));
    assertEquals(-6, ints.fetchAndMax(7, -1));
    DoubleBlock doubles = memory.doubles(right); // elements 6 to 8
    assertEquals(0, doubles.fetchAndAdd(7, 2.5));
    assertEquals(2.5, doubles.fetchAndMin(7, -1.5));
    assertEquals(-1.5, doubles.fetchAndMax(7, 0.25));
    FloatBlock floats = memory.floats(right); // elements 18 to 23
    assertEquals(0, floats.fetchAndAdd(19, 2.5f));
    assertEquals(2.5f, floats.fetchAndMin(19, -1.5f));
    assertEquals(-1.5f, floats.fetchAndMax(19, 0.25f));
    long[] all = new long[12];
    longs.get(0, all, 0, all.length);
    ByteBuffer expected = ByteBuffer.allocate(4 * 3 * 8).order(ByteOrder.nativeOrder());
    expected.putLong(8, Long.MIN_VALUE).putInt(28, -1).putDouble(56, 0.25).putFloat(76, 0.25f);
    long[] words = new long[12];
    expected.asLongBuffer().get(words);
    assertArrayEquals(words, all);
    armci.barrier();
    armci.free(memory);
  }

  /** Updates the same elements of rank 0 from all ranks, each between two elements that stay. */
  private static void everyUpdate(Armci armci) {
    GlobalMemory memory = armci.allocate(3 * 8);
    LongBlock longs = memory.longs(0);
    for (int i = 0; i < TIMES; i++) {
      longs.fetchAndAdd(1, 1);
    }
    armci.barrier();
    assertEquals((long) TIMES * armci.size(), longs.get(1));
    assertEquals(0, longs.get(0), "the element below");
    assertEquals(0, longs.get(2), "the element above");
    armci.barrier();
    armci.free(memory);
  }

  private static void signalsByIndex(Armci armci) {
    GlobalMemory memory = armci.allocate(BLOCK_BYTES);
    LongBlock mine = memory.longs(armci.rank());
    LongBlock next = memory.longs(right(armci));
    for (int step = 1; step <= 20; step++) {
      next.put(5, 100 + step);
      next.signal(3, step);
      assertEquals(step, mine.waitUntil(3, Comparison.GE, step));
      assertEquals(100 + step, mine.get(5));
      armci.barrier();
    }
    memory.longs(0).signalAdd(7, 2);
    if (armci.rank() == 0) {
      long all = 2L * armci.size();
      assertEquals(all, mine.waitUntil(7, Comparison.EQ, all, TimeUnit.MINUTES.toNanos(1)));
    }
    assertThrows(ArmciTimeoutException.class, () -> mine.waitUntil(2, Comparison.NE, 0, 1_000_000));
    assertEquals(0, mine.get(2));
    assertEquals(0, mine.get(4));
    armci.barrier();
    armci.free(memory);
  }

  private static void wrongWords(Armci armci) {
    GlobalMemory memory = armci.allocate(BLOCK_BYTES);
    int right = right(armci);
    LongBlock longs = memory.longs(right);
    assertOutside("fetchAndAdd", LENGTH, 8, right, () -> longs.fetchAndAdd(LENGTH, 1));
    assertOutside("compareAndSwap", -1, 8, right, () -> longs.compareAndSwap(-1, 0, 1));
    assertOutside("swap", 1L << 61, 8, right, () -> longs.swap(1L << 61, 1));
    assertOutside("signal", LENGTH, 8, right, () -> longs.signal(LENGTH, 1));
    assertOutside("signalAdd", LENGTH, 8, right, () -> longs.signalAdd(LENGTH, 1));
    IntBlock ints = memory.ints(right);
    assertOutside("fetchAndOr", 2 * LENGTH, 4, right, () -> ints.fetchAndOr(2 * LENGTH, 1));
    LongBlock mine = memory.longs(armci.rank());
    assertOutside("waitUntil", -1, 8, armci.rank(), () -> mine.waitUntil(-1, Comparison.NE, 0));
    long[] array = new long[4];
    assertOutside(
        "putSignal", LENGTH, 8, right, () -> longs.putSignal(0, array, 0, 4, longs, LENGTH, 1));
    if (right != armci.rank()) {
      refusedExactly(
          Text.format(
              "waitUntil by rank %d: the block is rank %d's, and a rank waits for its own alone;"
                  + " take longs(%d)",
              armci.rank(), right, armci.rank()),
          () -> longs.waitUntil(0, Comparison.NE, 0));
      refusedExactly(
          Text.format(
              "putSignal: the signal is in rank %d's block, and the data go to rank %d; a signal"
                  + " goes to the rank of its data",
              armci.rank(), right),
          () -> longs.putSignal(0, array, 0, 4, mine, 0, 1));
    }
    armci.barrier();
    long[] untouched = new long[LENGTH];
    mine.get(0, untouched, 0, LENGTH);
    assertArrayEquals(new long[LENGTH], untouched);
    armci.barrier();
    armci.free(memory);
  }

  private static void assertOutside(
      String operation, long index, int elementBytes, int rank, Executable call) {
    refusedExactly(
        Text.format(
            "%s: 1 elements at index %d are not inside rank %d's block, which has %d elements of"
                + " %d bytes",
            operation, index, rank, BLOCK_BYTES / elementBytes, elementBytes),
        call);
  }
}
