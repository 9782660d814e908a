package org.armci4j.testkit.lab;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends more requests than queues and buffers hold: senders wait, and nothing is lost. A helper
 * thread has room for 16 messages, while every rank may have 256 under way to each, more than its
 * own queue holds. So devices refuse most messages until they come again; the test checks this by
 * the device's counters.
 */
class FloodLab {
  private static final int RANKS = 5;
  private static final int TIMES = 400;
  private static final int WORDS = 50;
  private static final Path DEVICES = Path.of("/sys/class/infiniband");

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05})
  void nothingIsLost(double delay) throws IOException {
    long before = receiversNotReady();
    ranks(delay).run(FloodLab::flood);
    assertTrue(receiversNotReady() > before, "no receiver was ever not ready");
  }

  /** Sends from all ranks to all: no helper thread may wait for room that another one must make. */
  @Test
  void allSendToAll() {
    ranks(0).run(FloodLab::floodAll);
  }

  private static RankThreads ranks(double delay) {
    return Wiring.DEVICE
        .ranks(RANKS)
        .within(Duration.ofSeconds(100))
        .with(VerbsSettings.ACK_TIMEOUT, Duration.ofSeconds(1)) // five ranks on one slow core
        .with(VerbsSettings.CREDITS, 256)
        .with(VerbsSettings.RECEIVES, 16)
        .with(VerbsSettings.QUEUE_DEPTH, 16)
        .with(VerbsSettings.SIGNAL_EVERY, 4)
        .with(VerbsSettings.REQUEST_BYTES, 512L)
        .with(VerbsSettings.COPY_BYTES, 64L * 1024)
        .with(VerbsSettings.FAULTS, delay == 0 ? "" : "seed=1,delay=" + delay);
  }

  /** Returns how often a device of this host has found no receive for a message. */
  private static long receiversNotReady() throws IOException {
    long count = 0;
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(DEVICES)) {
      for (Path device : devices) {
        Path counter = device.resolve("ports/1/hw_counters/send_rnr_err");
        count += Long.parseLong(Files.readString(counter).strip());
      }
    }
    return count;
  }

  private static void flood(Armci armci) {
    GlobalMemory sums = armci.allocate(8L * WORDS);
    GlobalMemory copies = armci.allocate(8L * TIMES * RANKS);
    Accumulation once = Accumulation.ofLong(1);
    MemorySegment numbers = numbers();
    Handle handle = armci.newHandle();
    for (int i = 0; i < TIMES; i++) {
      armci.nbAccumulate(once, numbers, sums, 0, 0, handle);
    }
    long first = (long) TIMES * armci.rank();
    MemorySegment mine =
        MemorySegment.ofArray(LongStream.rangeClosed(first + 1, first + TIMES).toArray());
    for (int i = 0; i < TIMES; i++) {
      armci.nbPut(mine, 8L * i, copies, 0, 8 * (first + i), 8, handle);
    }
    handle.await();
    armci.fence(0);
    armci.barrier();
    if (armci.rank() == 0) {
      checkSums(sums);
      for (int i = 0; i < TIMES * RANKS; i++) {
        assertEquals(i + 1, copies.local().getAtIndex(JAVA_LONG, i), "copy " + i);
      }
    }
    armci.free(copies);
    armci.free(sums);
  }

  private static void floodAll(Armci armci) {
    GlobalMemory sums = armci.allocate(8L * WORDS);
    Accumulation once = Accumulation.ofLong(1);
    MemorySegment numbers = numbers();
    for (int i = 0; i < TIMES; i++) {
      for (int rank = 0; rank < RANKS; rank++) {
        armci.accumulate(once, numbers, sums, rank, 0);
      }
    }
    armci.fenceAll();
    armci.barrier();
    checkSums(sums);
    armci.free(sums);
  }

  private static MemorySegment numbers() {
    return MemorySegment.ofArray(LongStream.rangeClosed(1, WORDS).toArray());
  }

  private static void checkSums(GlobalMemory sums) {
    for (int i = 0; i < WORDS; i++) {
      long sum = (i + 1L) * TIMES * RANKS;
      assertEquals(sum, sums.local().getAtIndex(JAVA_LONG, i), "sum " + i);
    }
  }
}
