package org.armci4j.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.fake.FakeJobs;
import org.junit.jupiter.api.Test;

/** Closes collectives on one rank while another one goes on with an operation. */
class CloseInFlightTest {
  private static final int COUNT = 20_000;
  private static final long LONG_ENOUGH_NANOS = 1_000_000_000L;

  /** The other rank still writes there, so the next call of this rank must not get that memory. */
  @Test
  void stagingMemoryOfAnOperationUnderWayIsNotUsedAgain() {
    FakeJobs.threads(2).run(CloseInFlightTest::closeBefore);
  }

  private static void closeBefore(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    long[] given = new long[COUNT];
    Arrays.fill(given, armci.rank() + 1L);
    Elements all = Elements.of(new long[2 * COUNT]);
    collectives.nonblocking(); // makes the lanes, on all ranks together
    if (armci.rank() == 0) {
      collectives.nonblocking().allgather(Elements.of(given), all);
      assertThrows(ArmciException.class, collectives::close);
      MemorySegment next = StagingMemory.of(armci).take(all.sizeBytes()).fill((byte) 0);
      armci.barrier();
      armci.barrier();
      assertEquals(-1, next.mismatch(MemorySegment.ofArray(new byte[(int) next.byteSize()])));
    } else {
      armci.barrier();
      Handle handle = collectives.nonblocking().allgather(Elements.of(given), all);
      long start = System.nanoTime();
      while (!handle.test() && System.nanoTime() - start < LONG_ENOUGH_NANOS) {
        Thread.onSpinWait();
      }
      armci.fenceAll();
      armci.barrier();
      if (!handle.test()) {
        assertThrows(ArmciException.class, collectives::close);
      }
    }
  }
}
