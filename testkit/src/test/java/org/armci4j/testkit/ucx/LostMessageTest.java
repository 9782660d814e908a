package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.Test;

/** A message that UCX cannot receive concerns its sender alone, which learns of it. */
class LostMessageTest {
  private static final int SENDER = 1;
  private static final long SHORT_REQUEST_BYTES = 4096;
  private static final long LONG_REQUEST_BYTES = 16384;

  private static void accumulate(Armci armci, GlobalMemory memory, int longs) {
    MemorySegment ones = MemorySegment.ofArray(new long[longs]).fill((byte) 1);
    armci.accumulate(Accumulation.ofLong(1), ones, memory, 0, 0);
    armci.fence(0);
  }

  @Test
  void itsSenderAloneIsConcerned() {
    UcxJobs.requireUcx();
    int longs = (int) LONG_REQUEST_BYTES / 2 / Long.BYTES; // longer than rank 0 expects
    CountDownLatch isOver = new CountDownLatch(2);
    List<RankFailure> inClose =
        UcxJobs.threads(3)
            .with(BootstrapSettings.ON_FAILURE, OnFailure.CONTINUE)
            .with(BootstrapSettings.HEARTBEAT_TIMEOUT, Duration.ZERO) // a suspicion has no end
            .withEach(
                UcxSettings.REQUEST_BYTES,
                rank -> rank == SENDER ? LONG_REQUEST_BYTES : SHORT_REQUEST_BYTES)
            .within(Duration.ofSeconds(30))
            .failures(
                armci -> {
                  GlobalMemory memory = armci.allocate((long) longs * Long.BYTES);
                  if (armci.rank() == SENDER) {
                    ArmciException told =
                        assertThrows(ArmciException.class, () -> accumulate(armci, memory, longs));
                    String message = told.getMessage();
                    assertTrue(message.contains("receiving a message"), message);
                    isOver.countDown();
                  } else if (armci.rank() > SENDER) {
                    accumulate(armci, memory, longs);
                    assertEquals(0x0101010101010101L, armci.getLong(memory, 0, 0));
                    isOver.countDown();
                  }
                  isOver.await(); // the end of a rank by an exception would end the job
                });
    for (RankFailure failure : inClose) {
      assertInstanceOf(ArmciException.class, failure.thrown(), failure::toString);
    }
    assertEquals(0, isOver.getCount(), () -> "not all has been seen: " + inClose);
  }
}
