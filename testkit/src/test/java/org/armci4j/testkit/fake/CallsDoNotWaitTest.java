package org.armci4j.testkit.fake;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nonblocking calls return while the target's helper thread is held up, which is let go only after
 * they all have; and what they do then takes effect in their order. The system property {@code
 * fake.seed} repeats a run.
 */
class CallsDoNotWaitTest {
  private static final int SEED =
      Integer.getInteger("fake.seed", (int) System.nanoTime() & Integer.MAX_VALUE);
  private static final int RELEASE_BYTES = 77;
  private static final int WORDS = 4096;
  private static final long BYTES = 8L * WORDS;
  private static final int ROWS = 40;

  private static RankThreads ranks() {
    System.out.println("fake.seed=" + SEED);
    return RankThreads.of(2)
        .over(FakeProvider.NAME)
        .within(Duration.ofMinutes(1))
        .with(ArmciSettings.SHM_RESERVE, false)
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(20))
        .with(FakeSettings.LISTS, ListProtocol.DIRECT)
        .with(FakeSettings.RELEASE_BYTES, RELEASE_BYTES)
        .with(FakeSettings.QUEUED, 1024)
        .with(FakeSettings.SEED, SEED);
  }

  /** What one rank calls while the helper thread of the other is held up. */
  private interface Calls {
    /** Checks what has come of them too. */
    void run(Armci armci, GlobalMemory memory, CountDownLatch called);
  }

  private static void whileHeld(RankThreads job, Calls calls) {
    CountDownLatch called = new CountDownLatch(1);
    job.run(
        armci -> {
          GlobalMemory memory = armci.allocate(2 * BYTES + RELEASE_BYTES);
          armci.barrier();
          if (armci.rank() == 0) {
            calls.run(armci, memory, called);
          } else {
            assertTrue(called.await(15, TimeUnit.SECONDS), "a call waited");
            armci.put(MemorySegment.ofArray(new byte[RELEASE_BYTES]), memory, 0, 2 * BYTES);
          }
          armci.barrier();
          armci.free(memory);
        });
  }

  private static MemorySegment longs(MemorySegment memory, long value) {
    for (int i = 0; i < WORDS; i++) {
      memory.setAtIndex(JAVA_LONG, i, value);
    }
    return memory;
  }

  private static void assertAll(MemorySegment memory, long value) {
    for (int i = 0; i < WORDS; i++) {
      assertEquals(value, memory.getAtIndex(JAVA_LONG, i), "word " + i);
    }
  }

  /** An accumulate of more messages than there are credits, and all that may follow it. */
  @ParameterizedTest
  @CsvSource({"64, 4, true", "2, 1, true", "64, 4, false", "2, 1, false"})
  void callsBehindAnAccumulateReturn(int depth, int credits, boolean nativeMemory) {
    whileHeld(
        ranks().with(FakeSettings.DEPTH, depth).with(FakeSettings.CREDITS, credits),
        (armci, memory, called) -> {
          try (Arena arena = Arena.ofShared()) {
            MemorySegment source = nativeMemory ? arena.allocate(BYTES, 8) : heap();
            MemorySegment seen = nativeMemory ? arena.allocate(BYTES, 8) : heap();
            MemorySegment more = nativeMemory ? arena.allocate(BYTES, 8) : heap();
            accumulatePutAndGet(armci, memory, longs(source, 5), seen, longs(more, 7), called);
          }
        });
  }

  private static MemorySegment heap() {
    return MemorySegment.ofArray(new long[WORDS]);
  }

  private static void accumulatePutAndGet(
      Armci armci,
      GlobalMemory memory,
      MemorySegment five,
      MemorySegment seen,
      MemorySegment seven,
      CountDownLatch called) {
    Accumulation sum = Accumulation.ofLong(1);
    Handle handle = armci.newHandle();
    armci.nbAccumulate(sum, five, 0, memory, 1, 0, BYTES, handle);
    armci.nbPut(five, 0, memory, 1, BYTES, BYTES, handle);
    armci.nbAccumulate(sum, seven, 0, memory, 1, BYTES, BYTES, handle);
    armci.nbGet(memory, 1, BYTES, seen, 0, BYTES, handle);
    armci.nbPutSignal(seven, 0, memory, 1, 0, 8, memory, 16, 70, handle);
    armci.signal(memory, 1, 8, 71);
    assertFalse(handle.test());
    called.countDown();
    handle.await();
    assertAll(seen, 12);
    armci.fence(1);
    MemorySegment there = heap();
    armci.get(memory, 1, 0, there);
    assertEquals(7, there.getAtIndex(JAVA_LONG, 0));
    assertEquals(71, there.getAtIndex(JAVA_LONG, 1));
    assertEquals(70, there.getAtIndex(JAVA_LONG, 2));
    assertEquals(5, there.getAtIndex(JAVA_LONG, WORDS - 1));
  }

  /** Lists of more segments than the queue has room for. */
  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  void listsBehindAnAccumulateReturn(int depth) {
    whileHeld(
        ranks().with(FakeSettings.DEPTH, depth),
        (armci, memory, called) -> {
          SegmentList list = new SegmentList();
          list.addRun(0, 64, 0, 48, 24, ROWS);
          Handle handle = armci.newHandle();
          MemorySegment seen = MemorySegment.ofArray(new long[8 * ROWS]);
          MemorySegment five = longs(heap(), 5);
          armci.lists().accumulate(Accumulation.ofLong(1), five, 0, memory, 1, 0, list, handle);
          armci.lists().put(longs(memory.local(), 3), 0, memory, 1, 24, list, handle);
          armci.lists().accumulate(Accumulation.ofLong(2), five, 0, memory, 1, 24, list, handle);
          armci.lists().get(memory, 1, 24, seen, 0, list, handle);
          assertFalse(handle.test());
          called.countDown();
          handle.await();
          for (int i = 0; i < 8 * ROWS; i++) {
            assertEquals(i % 8 < 3 ? 13 : 0, seen.getAtIndex(JAVA_LONG, i), "word " + i);
          }
        });
  }

  /** Memory that the caller's thread alone may read is free again at once. */
  @ParameterizedTest
  @ValueSource(ints = {8, 1000, 16384})
  void confinedMemoryIsCopied(int sizeBytes) {
    whileHeld(
        ranks(),
        (armci, memory, called) -> {
          MemorySegment five = longs(heap(), 5);
          armci.nbAccumulate(Accumulation.ofLong(1), five, memory, 1, 0, armci.implicit());
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(sizeBytes, 8).fill((byte) 9);
            armci.nbPut(source, 0, memory, 1, BYTES, sizeBytes, armci.implicit());
          }
          called.countDown();
          MemorySegment there = MemorySegment.ofArray(new byte[sizeBytes]);
          armci.get(memory, 1, BYTES, there);
          MemorySegment expected = MemorySegment.ofArray(new byte[sizeBytes]).fill((byte) 9);
          assertEquals(-1, there.mismatch(expected), "at byte");
        });
  }
}
