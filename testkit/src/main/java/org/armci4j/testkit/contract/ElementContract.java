package org.armci4j.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.Comparison;
import org.armci4j.ElementBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.RankThreads.Body;

/** What blocks seen as elements of one type promise, alike for every type. */
public final class ElementContract implements Contract {
  private static final int LENGTH = 40;
  private static final long BLOCK_BYTES = 8 * LENGTH + 3;

  /** One type of elements; small whole numbers are exact in all of them. */
  private record ViewType<A>(
      int elementBytes,
      BiFunction<GlobalMemory, Integer, ElementBlock<A>> view,
      IntFunction<A> newArray) {
    /** An array that counts from a number on. */
    A counting(int first) {
      A array = newArray.apply(LENGTH);
      for (int i = 0; i < LENGTH; i++) {
        Array.setByte(array, i, (byte) (first + i));
      }
      return array;
    }
  }

  private static final List<ViewType<?>> TYPES =
      List.of(
          new ViewType<>(8, GlobalMemory::doubles, double[]::new),
          new ViewType<>(4, GlobalMemory::floats, float[]::new),
          new ViewType<>(8, GlobalMemory::longs, long[]::new),
          new ViewType<>(4, GlobalMemory::ints, int[]::new));

  /** The contract; it has no state. */
  public ElementContract() {}

  @Override
  public Map<String, Body> checks() {
    Map<String, Body> checks = new LinkedHashMap<>();
    checks.put("parts of arrays go to the elements named", armci -> each(armci, this::parts));
    checks.put("a handle completes transfers of arrays", armci -> each(armci, this::handles));
    checks.put("arrays are added to elements", armci -> each(armci, this::sums));
    checks.put("a signal is seen after the array", armci -> each(armci, this::signals));
    checks.put("elements outside are refused", armci -> each(armci, this::outside));
    checks.put("single elements keep their bits", ElementContract::singles);
    return checks;
  }

  /** A check of one type. */
  private interface TypeCheck {
    <A> void run(Armci armci, GlobalMemory memory, ViewType<A> type);
  }

  private static void each(Armci armci, TypeCheck check) {
    for (ViewType<?> type : TYPES) {
      GlobalMemory memory = armci.allocate(BLOCK_BYTES);
      check.run(armci, memory, type);
      armci.barrier();
      armci.free(memory);
    }
  }

  private static int right(Armci armci) {
    return (armci.rank() + 1) % armci.size();
  }

  private static double[] values(Object array) {
    double[] values = new double[Array.getLength(array)];
    for (int i = 0; i < values.length; i++) {
      values[i] = Array.getDouble(array, i);
    }
    return values;
  }

  private <A> void parts(Armci armci, GlobalMemory memory, ViewType<A> type) {
    ElementBlock<A> block = type.view().apply(memory, right(armci));
    assertEquals(BLOCK_BYTES / type.elementBytes(), block.length());
    assertEquals(right(armci), block.rank());
    block.put(3, type.counting(10), 2, 4);
    block.put(9, type.counting(20), 0, 0);
    A back = type.counting(-50);
    block.get(1, back, 30, 9);
    double[] expected = values(type.counting(-50));
    System.arraycopy(new double[] {0, 0, 12, 13, 14, 15, 0, 0, 0}, 0, expected, 30, 9);
    assertArrayEquals(expected, values(back));
  }

  private <A> void handles(Armci armci, GlobalMemory memory, ViewType<A> type) {
    ElementBlock<A> block = type.view().apply(memory, right(armci));
    Handle handle = armci.newHandle();
    block.nbPut(0, type.counting(1), 0, LENGTH, handle);
    handle.await();
    armci.fence(right(armci));
    block.nbAccumulate(1, type.counting(100), 0, 2, handle);
    handle.await();
    armci.fence(right(armci));
    A back = type.newArray().apply(4);
    block.nbGet(0, back, 0, 4, handle);
    handle.await();
    assertArrayEquals(new double[] {1, 102, 104, 4}, values(back));
  }

  private <A> void sums(Armci armci, GlobalMemory memory, ViewType<A> type) {
    type.view().apply(memory, 0).accumulate(2, type.counting(1), 1, 3);
    armci.barrier();
    A back = type.newArray().apply(5);
    type.view().apply(memory, 0).get(1, back, 0, 5);
    int n = armci.size();
    assertArrayEquals(new double[] {0, 2 * n, 3 * n, 4 * n, 0}, values(back));
  }

  private <A> void signals(Armci armci, GlobalMemory memory, ViewType<A> type) {
    int first = 5 + armci.rank();
    long word = 8 * (LENGTH - 1);
    ElementBlock<A> next = type.view().apply(memory, right(armci));
    next.putSignal(4, type.counting(first), 0, 6, memory, word, 1);
    armci.waitUntil(memory, word, Comparison.EQ, 1);
    A arrived = type.newArray().apply(6);
    type.view().apply(memory, armci.rank()).get(4, arrived, 0, 6);
    int left = Math.floorMod(armci.rank() - 1, armci.size());
    assertEquals(5 + left, Array.getDouble(arrived, 0));
    assertEquals(10 + left, Array.getDouble(arrived, 5));
  }

  private <A> void outside(Armci armci, GlobalMemory memory, ViewType<A> type) {
    ElementBlock<A> block = type.view().apply(memory, right(armci));
    A array = type.counting(1);
    long length = block.length();
    ArmciException refused =
        assertThrows(ArmciException.class, () -> block.put(length - 1, array, 0, 2));
    assertEquals(
        Text.format(
            "put: 2 elements at index %d are not inside rank %d's block, which has %d elements of"
                + " %d bytes",
            length - 1, right(armci), length, type.elementBytes()),
        refused.getMessage());
    refused = assertThrows(ArmciException.class, () -> block.get(0, array, LENGTH - 1, 2));
    assertEquals(
        Text.format(
            "get: 2 elements at index %d are not inside the destination, which has %d elements of"
                + " %d bytes",
            LENGTH - 1, LENGTH, type.elementBytes()),
        refused.getMessage());
    assertArrayEquals(values(type.counting(1)), values(array));
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
    ArmciException refused =
        assertThrows(ArmciException.class, () -> memory.longs(right).put(LENGTH, 1));
    assertEquals(
        Text.format(
            "put: 1 elements at index 40 are not inside rank %d's block, which has 40 elements of 8"
                + " bytes",
            right),
        refused.getMessage());
    armci.barrier();
    armci.free(memory);
  }
}
