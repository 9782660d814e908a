package org.armci4j.testkit.fake;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that nonblocking calls return while the target's helper thread is held up. The test
 * releases that thread only after all calls have returned. The calls then take effect in their
 * order. The system property {@code fake.seed} repeats a run.
 */
class CallsDoNotWaitTest {
  private static final int RELEASE_BYTES = 77;
  private static final int WORDS = 4096;
  private static final long BYTES = 8L * WORDS;
  private static final int ROWS = 40;

  private static RankThreads ranks(int ranks) {
    return FakeJobs.drawing("calls that do not wait", ranks)
        .within(Duration.ofMinutes(1))
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(20))
        .with(FakeSettings.LISTS, ListProtocol.DIRECT)
        .with(FakeSettings.RELEASE_BYTES, RELEASE_BYTES)
        .with(FakeSettings.QUEUED, 1024);
  }

  /** Makes one rank's calls while the helper thread of the other is held up. */
  private interface Calls {
    /** Makes the calls and checks their results. */
    void run(Armci armci, GlobalMemory memory, CountDownLatch called);
  }

  /** Checks that operations on a rank that takes nothing for a while take no other rank's room. */
  @ParameterizedTest
  @CsvSource({
    "DIRECT, 4, true",
    "PACKED, 4, true",
    "PACKED, 64, true",
    "DIRECT, 64, false",
    "PACKED, 64, false"
  })
  void aSlowTargetStallsNoOtherOne(ListProtocol protocol, int credits, boolean getsFirst) {
    CountDownLatch called = new CountDownLatch(1);
    ranks(3)
        .with(FakeSettings.LISTS, protocol)
        .with(FakeSettings.CREDITS, credits)
        .with(FakeSettings.SLOW_RANK, 2)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(2 * BYTES + RELEASE_BYTES);
              if (armci.rank() == 0) {
                putAndGetPastASlowRank(armci, memory, called, getsFirst);
              } else if (armci.rank() == 2) {
                assertTrue(called.await(15, TimeUnit.SECONDS), "a slow rank stalls another");
              }
              if (armci.rank() > 0) {
                byte[] release = new byte[RELEASE_BYTES];
                armci.put(MemorySegment.ofArray(release), memory, 0, 2 * BYTES);
              }
              armci.barrier();
              if (armci.rank() == 2) {
                assertAll(memory.local().asSlice(0, BYTES), 5);
              }
              armci.barrier();
              armci.free(memory);
            });
  }

  /** Fills all the room that the first operations can take: where gets land, or of the buffers. */
  private static void putAndGetPastASlowRank(
      Armci armci, GlobalMemory memory, CountDownLatch called, boolean getsFirst) {
    SegmentList list = new SegmentList();
    list.addRun(0, 512, 0, 512, 512, BYTES / 512);
    Handle slow = armci.newHandle();
    Handle quick = armci.newHandle();
    MemorySegment five = longs(heap(), 5);
    MemorySegment seen = heap();
    if (getsFirst) {
      armci.lists().get(memory, 2, BYTES, heap(), 0, list, slow); // behind nothing: it goes out
    }
    for (int i = 0; i < 8; i++) {
      armci.lists().put(five, 0, memory, 2, 0, list, slow);
      armci.nbGet(memory, 2, BYTES, heap(), slow);
      armci.lists().get(memory, 2, BYTES, heap(), 0, list, slow);
    }
    armci.nbPut(five, memory, 1, 0, quick);
    armci.lists().put(five, 0, memory, 1, BYTES, list, quick);
    armci.lists().get(memory, 1, BYTES, seen, 0, list, quick);
    quick.await();
    assertAll(seen, 5);
    assertFalse(slow.test());
    called.countDown();
    slow.await();
    armci.fence(2);
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
            try (Arena confined = Arena.ofConfined()) { // which goes over one path, and whole
              armci.put(confined.allocate(RELEASE_BYTES), memory, 0, 2 * BYTES);
            }
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

  /** Accumulates more messages than there are credits, with all operations that may follow. */
  @ParameterizedTest
  @CsvSource({"64, 4, true", "2, 1, true", "64, 4, false", "2, 1, false"})
  void callsBehindAnAccumulateReturn(int depth, int credits, boolean nativeMemory) {
    whileHeld(
        ranks(2).with(FakeSettings.DEPTH, depth).with(FakeSettings.CREDITS, credits),
        (armci, memory, called) -> {
          try (Arena arena = Arena.ofShared()) {
            MemorySegment source = nativeMemory ? arena.allocate(BYTES, 8) : heap();
            MemorySegment seen = nativeMemory ? arena.allocate(BYTES, 8) : heap();
            MemorySegment more = nativeMemory ? arena.allocate(BYTES, 8) : heap();
            accumulatePutAndGet(armci, memory, longs(source, 5), seen, longs(more, 7), called);
          }
        });
  }

  /** Queues transfers over several paths with the others. */
  @ParameterizedTest
  @ValueSource(ints = {2, 64})
  void dividedTransfersBehindAnAccumulateReturn(int depth) {
    whileHeld(
        ranks(2).with(FakeSettings.PATHS, 3).with(FakeSettings.DEPTH, depth),
        (armci, memory, called) -> {
          MemorySegment source = Arena.ofAuto().allocate(BYTES, 8);
          MemorySegment seen = Arena.ofAuto().allocate(BYTES, 8);
          armci.put(longs(source, 3), memory, 1, BYTES); // makes the paths
          armci.fence(1);
          accumulatePutAndGet(
              armci,
              memory,
              longs(source, 5),
              seen,
              longs(Arena.ofAuto().allocate(BYTES, 8), 7),
              called);
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

  /** Moves lists of more segments than the queue has room for, by each protocol. */
  @ParameterizedTest
  @CsvSource({"DIRECT, 2", "DIRECT, 16", "PACKED, 2", "PACKED, 64", "ASSISTED, 2", "ASSISTED, 64"})
  void listsBehindAnAccumulateReturn(ListProtocol protocol, int depth) {
    whileHeld(
        ranks(2).with(FakeSettings.DEPTH, depth).with(FakeSettings.LISTS, protocol),
        (armci, memory, called) -> {
          SegmentList list = new SegmentList();
          list.addRun(0, 64, 0, 48, 24, ROWS);
          Handle handle = armci.newHandle();
          MemorySegment seen = Arena.ofAuto().allocate(64L * ROWS, 8);
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

  /** Gets by the target's helper thread, as many at once as are called. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void getsOfTheHelperThreadReturn(int credits) {
    whileHeld(
        ranks(2).with(FakeSettings.ASSISTED_GETS, true).with(FakeSettings.CREDITS, credits),
        (armci, memory, called) -> {
          armci.put(longs(heap(), 5), memory, 1, 0);
          Handle handle = armci.newHandle();
          MemorySegment seen = heap();
          for (int i = 0; i < WORDS / 64; i++) {
            armci.nbGet(
                memory, 1, 512L * i, i % 2 == 0 ? seen : memory.local(), 512L * i, 512, handle);
          }
          assertFalse(handle.test());
          called.countDown();
          handle.await();
          for (int i = 0; i < WORDS; i++) {
            MemorySegment there = i / 64 % 2 == 0 ? seen : memory.local();
            assertEquals(5, there.getAtIndex(JAVA_LONG, i), "word " + i);
          }
          assertEquals(5, armci.getLong(memory, 1, 8));
          assertEquals(0, armci.getByte(memory, 1, 9));
        });
  }

  /** Updates words of both lengths, by the network and by the helper thread. */
  @ParameterizedTest
  @CsvSource({"true, 64", "true, 2", "false, 64", "false, 2"})
  void updatesBehindAnAccumulateReturn(boolean byNetwork, int depth) {
    whileHeld(
        ranks(2).with(FakeSettings.ATOMICS, byNetwork).with(FakeSettings.DEPTH, depth),
        (armci, memory, called) -> {
          Handle handle = armci.newHandle();
          MemorySegment old = MemorySegment.ofArray(new long[8]);
          armci.nbAccumulate(Accumulation.ofLong(1), longs(heap(), 5), memory, 1, 0, handle);
          armci.longAtomics().nbUpdate(AtomicUpdate.ADD, memory, 1, 0, 2, old, 0, handle);
          armci.longAtomics().nbUpdate(AtomicUpdate.XOR, memory, 1, 0, 8, old, 8, handle);
          armci.longAtomics().nbUpdate(AtomicUpdate.SWAP, memory, 1, 0, 40, old, 16, handle);
          armci.longAtomics().nbCompareAndSwap(memory, 1, 0, 40, 41, old, 24, handle);
          armci.longAtomics().nbCompareAndSwap(memory, 1, 0, 40, 42, old, 32, handle);
          armci.intAtomics().nbUpdate(AtomicUpdate.OR, memory, 1, 8, 8, old, 40, handle);
          armci.intAtomics().nbCompareAndSwap(memory, 1, 8, 13, 50, old, 48, handle);
          armci.signals().add(memory, 1, 16, 60);
          assertFalse(handle.test());
          called.countDown();
          handle.await();
          long[] expected = {5, 7, 15, 40, 41, 5, 13, 0};
          assertEquals(-1, old.mismatch(MemorySegment.ofArray(expected)), "byte");
          armci.fence(1);
          assertEquals(41, armci.getLong(memory, 1, 0));
          assertEquals(50, armci.getLong(memory, 1, 8));
          assertEquals(65, armci.getLong(memory, 1, 16));
        });
  }

  /** Finds the event at the origin when the source is free, not when the call returns. */
  @ParameterizedTest
  @ValueSource(ints = {8, 16384})
  void putsWithCompletionReturn(int sizeBytes) {
    CountDownLatch called = new CountDownLatch(1);
    ranks(2)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(2 * BYTES + RELEASE_BYTES);
              CompletionEvents events = CompletionEvents.open(armci, 4);
              armci.barrier();
              Event event = new Event();
              if (armci.rank() == 0) {
                MemorySegment five = longs(heap(), 5);
                armci.nbAccumulate(Accumulation.ofLong(1), five, memory, 1, 0, armci.implicit());
                events.put(five, 0, memory, 1, BYTES, sizeBytes, 3, 4);
                assertTrue(events.tryPut(five, 0, memory, 1, 0, 0, 5, 6));
                assertEquals(sizeBytes == 8, events.probe(1, event), "short ones are copied");
                called.countDown();
                for (int i = sizeBytes == 8 ? 5 : 3; i <= 5; i += 2) {
                  assertTrue(events.next(Long.MAX_VALUE, event));
                  assertEquals("Event[LOCAL, rank 1, identifier " + i + "]", event.toString());
                }
              } else {
                assertTrue(called.await(15, TimeUnit.SECONDS), "a call waited");
                byte[] release = new byte[RELEASE_BYTES];
                armci.put(MemorySegment.ofArray(release), memory, 0, 2 * BYTES);
                for (int i = 4; i <= 6; i += 2) {
                  assertTrue(events.next(Long.MAX_VALUE, event));
                  assertEquals("Event[REMOTE, rank 0, identifier " + i + "]", event.toString());
                  assertEquals(5, armci.getLong(memory, 1, BYTES + sizeBytes - 8));
                }
              }
              armci.barrier();
              events.close();
              armci.free(memory);
            });
  }

  /**
   * Returns a stage at once: the earlier get into confined memory is complete and holds nothing up.
   */
  @Test
  void aStageBehindAGetIntoConfinedMemoryIsReturned() {
    whileHeld(
        ranks(2),
        (armci, memory, called) -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment seen = arena.allocate(BYTES, 8);
            armci.nbGet(memory, 1, 0, seen, armci.implicit());
            armci.awaitAll();
            armci.nbAccumulate(
                Accumulation.ofLong(1), longs(heap(), 5), memory, 1, 0, armci.implicit());
            CompletionStage<Void> stage = armci.implicit().toCompletionStage();
            called.countDown();
            stage.toCompletableFuture().join();
            armci.get(memory, 1, 0, seen);
            assertAll(seen, 5);
          }
        });
  }

  /** Frees confined memory right after the calls, which have copied it. */
  @ParameterizedTest
  @ValueSource(ints = {8, 1000, 16384})
  void confinedMemoryIsCopied(int sizeBytes) {
    whileHeld(
        ranks(2),
        (armci, memory, called) -> {
          MemorySegment five = longs(heap(), 5);
          armci.nbAccumulate(Accumulation.ofLong(1), five, memory, 1, 0, armci.implicit());
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(sizeBytes, 8).fill((byte) 9);
            armci.nbPut(source, 0, memory, 1, BYTES, sizeBytes, armci.implicit());
            SegmentList list = new SegmentList();
            list.addRun(0, 8, BYTES, 8, 4, sizeBytes / 8);
            armci.lists().put(source, 0, memory, 1, 0, list, armci.implicit());
          }
          called.countDown();
          MemorySegment there = MemorySegment.ofArray(new byte[sizeBytes]);
          armci.get(memory, 1, BYTES, there);
          MemorySegment expected = MemorySegment.ofArray(new byte[sizeBytes]).fill((byte) 9);
          assertEquals(-1, there.mismatch(expected), "at byte");
        });
  }
}
