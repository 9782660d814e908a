package org.armci4j.testkit.job;

import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.DoubleBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.LongBlock;
import org.armci4j.strided.Strided;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that calls on a block of elements with the same array put nothing on the heap. */
class ElementAllocationTest {
  private static final int CALLS = 2000;

  @Tag("long") // needs the compiler that quick runs leave out
  @Test
  void callsWithTheSameArrayAllocateNothing() {
    RankThreads.of(1).run(ElementAllocationTest::allocateNothing);
  }

  private static void allocateNothing(Armci armci) {
    GlobalMemory memory = armci.allocate(4096);
    DoubleBlock block = memory.doubles(0);
    LongBlock words = memory.longs(0);
    Strided strided = Strided.of(armci);
    double[] array = new double[100];
    Handle handle = armci.newHandle();
    HeapUse.requireNone(CALLS, () -> call(block, array, words, strided, handle));
  }

  private static void call(
      DoubleBlock block, double[] array, LongBlock words, Strided strided, Handle handle) {
    for (int i = 0; i < CALLS; i++) {
      int count = i % 90;
      block.put(count, array, 1, count);
      block.get(i % 30, array, 3, count);
      block.accumulate(7, array, 0, count);
      block.putSignal(1, array, 0, count, words, 500, i);
      words.waitUntil(500, Comparison.GE, i);
      words.signal(501, words.fetchAndAdd(502, 1));
      words.compareAndSwap(503, i, words.swap(504, i));
      block.fetchAndAdd(505, 0.5);
      strided.put(array, i % 7, 10, block, i % 5, 20, 1 + i % 9, 3);
      strided.nbGet(block, 2, 7, array, i % 3, 9, 4, 4, handle);
      block.nbGet(2, array, 4, count, handle);
      handle.await();
      block.put(i % 500, block.get(3));
    }
  }
}
