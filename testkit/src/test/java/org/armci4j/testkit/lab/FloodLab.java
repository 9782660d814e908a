package org.armci4j.testkit.lab;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.stream.LongStream;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More requests than queues and buffers hold: senders wait, and nothing is lost. The helper thread
 * of rank 0 has room for 16 messages while every rank may have 256 under way, so its device refuses
 * most of them until they come again.
 */
class FloodLab {
  private static final int RANKS = 5;
  private static final int TIMES = 400;
  private static final int WORDS = 50;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05})
  void nothingIsLost(double delay) {
    Wiring.DEVICE
        .ranks(RANKS)
        .within(Duration.ofSeconds(100))
        .with(VerbsSettings.CREDITS, 256)
        .with(VerbsSettings.RECEIVES, 16)
        .with(VerbsSettings.QUEUE_DEPTH, 16)
        .with(VerbsSettings.SIGNAL_EVERY, 4)
        .with(VerbsSettings.REQUEST_BYTES, 512L)
        .with(VerbsSettings.COPY_BYTES, 64L * 1024)
        .with(VerbsSettings.FAULTS, delay == 0 ? "" : "seed=1,delay=" + delay)
        .run(FloodLab::flood);
  }

  private static void flood(Armci armci) {
    GlobalMemory sums = armci.allocate(8L * WORDS);
    GlobalMemory copies = armci.allocate(8L * TIMES * RANKS);
    sendAll(armci, sums, copies);
    armci.barrier();
    if (armci.rank() == 0) {
      for (int i = 0; i < WORDS; i++) {
        long sum = (i + 1L) * TIMES * RANKS;
        assertEquals(sum, sums.local().getAtIndex(JAVA_LONG, i), "sum " + i);
      }
      for (int i = 0; i < TIMES * RANKS; i++) {
        assertEquals(i + 1, copies.local().getAtIndex(JAVA_LONG, i), "copy " + i);
      }
    }
    armci.free(copies);
    armci.free(sums);
  }

  /** Waits for no operation before all have begun. */
  private static void sendAll(Armci armci, GlobalMemory sums, GlobalMemory copies) {
    long first = (long) TIMES * armci.rank();
    MemorySegment numbers = MemorySegment.ofArray(LongStream.rangeClosed(1, WORDS).toArray());
    MemorySegment mine =
        MemorySegment.ofArray(LongStream.rangeClosed(first + 1, first + TIMES).toArray());
    Accumulation once = Accumulation.ofLong(1);
    Handle handle = armci.newHandle();
    for (int i = 0; i < TIMES; i++) {
      armci.nbAccumulate(once, numbers, sums, 0, 0, handle);
      armci.nbPut(mine, 8L * i, copies, 0, 8 * (first + i), 8, handle);
    }
    handle.await();
    armci.fence(0);
  }
}
