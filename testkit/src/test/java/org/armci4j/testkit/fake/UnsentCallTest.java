package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/**
 * Checks calls that find no room in the queue to the other rank within {@code waitTimeout}. A call
 * whose request finds none fails, and its slot serves the next call; an answer comes later. The
 * system property {@code fake.seed} repeats a run.
 */
class UnsentCallTest {
  private static final int RELEASE_BYTES = 77;
  private static final int ECHO = 1;
  private static final int SLOTS = 2;

  private static RankThreads ranks() {
    return FakeJobs.drawing("unsent calls", 2)
        .within(Duration.ofMinutes(1))
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(2))
        .with(ArmciSettings.CALL_SLOTS, SLOTS)
        .with(FakeSettings.CREDITS, 1)
        .with(FakeSettings.QUEUED, 1)
        .with(FakeSettings.RELEASE_BYTES, RELEASE_BYTES);
  }

  @Test
  void itsSlotServesTheNextCall() {
    CountDownLatch refused = new CountDownLatch(1);
    ranks().run(armci -> run(armci, refused));
  }

  /** Fills the target's queue to the origin for longer than {@code waitTimeout}. */
  @Test
  void anAnswerThatFindsNoRoomIsSentLater() {
    CountDownLatch full = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    ranks()
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(2 * RELEASE_BYTES);
              try (Calls calls = open(armci)) {
                if (armci.rank() == 1) {
                  fillQueue(armci, memory, 0);
                  full.countDown();
                  assertTrue(answered.await(30, TimeUnit.SECONDS), "rank 0 waits on");
                } else {
                  assertTrue(full.await(30, TimeUnit.SECONDS), "rank 1 waits on");
                  callWhileFull(armci, memory, calls);
                  answered.countDown();
                }
                armci.barrier();
              }
              armci.free(memory);
            });
  }

  private static void callWhileFull(Armci armci, GlobalMemory memory, Calls calls) {
    byte[] reply = {0};
    Call call = new Call();
    calls.nbCall(1, ECHO, bytes((byte) 9), MemorySegment.ofArray(reply), call);
    assertThrows(ArmciTimeoutException.class, () -> calls.await(call, 3_000_000_000L));
    armci.put(bytes(new byte[RELEASE_BYTES]), memory, 1, 0);
    assertEquals(1, calls.await(call, 30_000_000_000L));
    assertEquals(9, reply[0]);
    calls.call(1, ECHO, bytes((byte) 8), MemorySegment.ofArray(reply));
    assertEquals(8, reply[0]);
  }

  private static Calls open(Armci armci) {
    Calls calls = Calls.open(armci);
    calls.register(
        ECHO,
        (origin, request, reply) -> {
          reply.copyFrom(request);
          return (int) request.byteSize();
        });
    armci.barrier();
    return calls;
  }

  private static void run(Armci armci, CountDownLatch refused) throws InterruptedException {
    GlobalMemory memory = armci.allocate(2 * RELEASE_BYTES);
    try (Calls calls = open(armci)) {
      if (armci.rank() == 0) {
        refuse(armci, memory, calls);
        refused.countDown();
        for (byte i = 1; i <= 3 * SLOTS; i++) {
          byte[] reply = new byte[1];
          calls.call(1, ECHO, bytes(i), MemorySegment.ofArray(reply));
          assertEquals(i, reply[0]);
        }
      } else {
        assertTrue(refused.await(30, TimeUnit.SECONDS), "rank 0 waits on");
        armci.put(bytes(new byte[RELEASE_BYTES]), memory, 0, 0);
      }
      armci.barrier();
    }
    armci.free(memory);
  }

  private static MemorySegment bytes(byte... bytes) {
    return MemorySegment.ofArray(bytes);
  }

  /**
   * Fills the queue: the target's helper thread takes nothing, so the second accumulate stays
   * there.
   */
  private static void fillQueue(Armci armci, GlobalMemory memory, int target) {
    MemorySegment one = MemorySegment.ofArray(new long[] {1});
    for (int i = 0; i < 2; i++) {
      armci.nbAccumulate(Accumulation.ofLong(1), one, memory, target, 0, armci.implicit());
    }
  }

  private static void refuse(Armci armci, GlobalMemory memory, Calls calls) {
    fillQueue(armci, memory, 1);
    byte[] reply = {0};
    Call call = new Call();
    assertThrows(
        ArmciTimeoutException.class,
        () -> calls.nbCall(1, ECHO, bytes((byte) 9), MemorySegment.ofArray(reply), call));
    assertTrue(call.test(), "it is not under way");
    assertFalse(reply[0] == 9, "nothing has come");
  }
}
