package org.armci4j.testkit.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.kernel.Words;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks signals that travel with their data in messages without an answer, between ranks as
 * threads.
 */
class UcxSignalMessagesTest {
  private static final int ROUNDS = 2000;
  private static final long SIGNAL = 0;
  private static final long DATA = 64;
  private static final long LONG_DATA = 4096;
  private static final int LONG_BYTES = 100_000;
  private static final int SENDERS = 3;
  private static final int AT_ONCE = 32;
  private static final int QUEUED_BYTES = 4096;
  private static final long MEMORY_BYTES = LONG_DATA + LONG_BYTES;

  /** Length of puts that take several messages. */
  private static final int SEGMENTS_BYTES = 600_000;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  /** Tells the target by other means than the network; the target does not wait on the network. */
  @Test
  void aFenceWaitsForSignalsToBeThere() {
    AtomicLong fenced = new AtomicLong();
    AtomicLong looked = new AtomicLong();
    UcxJobs.threads(2)
        .within(Duration.ofMinutes(1))
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(MEMORY_BYTES);
              for (long round = 1; round <= ROUNDS / 10; round++) {
                if (armci.rank() == 0) {
                  signalAndFence(armci, memory, round);
                  fenced.set(round);
                  await(looked, round);
                } else {
                  await(fenced, round);
                  long seen = Words.getAcquire(memory.local(), SIGNAL);
                  looked.set(round);
                  assertTrue(seen >= round, seen + " behind the fence of round " + round);
                }
              }
              armci.barrier();
            });
  }

  private static void signalAndFence(Armci armci, GlobalMemory memory, long round) {
    if (round % 2 == 0) {
      armci.signal(memory, 1, SIGNAL, round);
    } else {
      MemorySegment data = MemorySegment.ofArray(new long[] {round});
      armci.putSignal(data, memory, 1, DATA, SIGNAL, round);
    }
    armci.fence(1);
  }

  private static void await(AtomicLong word, long value) {
    while (word.get() < value && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  /** Puts a short message with its signal and a long put behind it, and in the other order. */
  @ParameterizedTest
  @ValueSource(ints = {0, 32 << 10})
  void nothingOvertakes(int oneMessageBytes) {
    UcxJobs.threads(2)
        .with(UcxSettings.ONE_MESSAGE_BYTES, (long) oneMessageBytes)
        .within(Duration.ofMinutes(1))
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(MEMORY_BYTES);
              GlobalMemory back = armci.allocate(Long.BYTES);
              if (armci.rank() == 0) {
                write(armci, memory, back);
              } else {
                read(armci, memory, back);
              }
              armci.barrier();
            });
  }

  private static void write(Armci armci, GlobalMemory memory, GlobalMemory back) {
    long[] longData = new long[LONG_BYTES / Long.BYTES];
    for (long round = 1; round <= ROUNDS / 4; round++) {
      MemorySegment shortData = MemorySegment.ofArray(new long[] {round});
      armci.putSignal(shortData, memory, 1, DATA, SIGNAL, round);
      Arrays.fill(longData, round);
      armci.put(MemorySegment.ofArray(longData), memory, 1, LONG_DATA);
      armci.signal(memory, 1, SIGNAL + Long.BYTES, round);
      armci.waitUntil(back, 0, Comparison.GE, round);
    }
  }

  /**
   * A signal is there when all messages of its data are: from native memory, which is not copied,
   * and from arrays, which are.
   */
  @ParameterizedTest
  @CsvSource({
    "true, 100000",
    "true, 600000",
    "false, 100000",
    "false, 600000",
    "true, 16384",
    "true, 40000"
  })
  void aSignalFollowsLongData(boolean isNative, int sizeBytes) {
    UcxJobs.threads(2)
        .within(Duration.ofMinutes(1))
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(LONG_DATA + SEGMENTS_BYTES);
              GlobalMemory back = armci.allocate(Long.BYTES);
              int words = sizeBytes / Long.BYTES;
              MemorySegment source =
                  isNative
                      ? Arena.ofAuto().allocate(JAVA_LONG, words)
                      : MemorySegment.ofArray(new long[words]);
              MemorySegment here = memory.local();
              for (long round = 1; round <= ROUNDS / 20; round++) {
                if (armci.rank() == 0) {
                  for (int i = 0; i < words; i++) {
                    source.setAtIndex(JAVA_LONG, i, round * words + i);
                  }
                  armci.putSignal(source, memory, 1, LONG_DATA, SIGNAL, round);
                  armci.waitUntil(back, 0, Comparison.GE, round);
                } else {
                  armci.waitUntil(memory, SIGNAL, Comparison.GE, round);
                  for (int i = 0; i < words; i++) {
                    long seen = here.get(JAVA_LONG, LONG_DATA + (long) i * Long.BYTES);
                    assertEquals(round * words + i, seen, "word " + i);
                  }
                  armci.signal(back, 0, 0, round);
                }
              }
              armci.barrier();
            });
  }

  /**
   * Queues on several threads. A queued operation is started by a thread that holds what others
   * need, so it must not wait for the buffers, which another thread may hold.
   */
  @Test
  void threadsThatQueueDoNotWaitForEachOther() {
    UcxJobs.threads(2)
        .with(UcxSettings.DEPTH, 16)
        .with(UcxSettings.REQUEST_TIMEOUT, Duration.ofSeconds(10))
        .within(Duration.ofMinutes(1))
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(MEMORY_BYTES);
              if (armci.rank() == 0) {
                try (ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
                  List<Future<?>> senders = new ArrayList<>();
                  for (int i = 0; i < SENDERS; i++) {
                    long signal = SIGNAL + (long) i * Long.BYTES;
                    senders.add(threads.submit(() -> sendQueued(armci, memory, signal)));
                  }
                  for (Future<?> sender : senders) {
                    sender.get();
                  }
                }
              }
              armci.barrier();
              for (int i = 0; armci.rank() == 1 && i < SENDERS; i++) {
                long seen = Words.getAcquire(memory.local(), SIGNAL + (long) i * Long.BYTES);
                assertEquals(ROUNDS * AT_ONCE, seen);
              }
            });
  }

  private static void sendQueued(Armci armci, GlobalMemory memory, long signal) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(QUEUED_BYTES, Long.BYTES);
      for (int round = 0; round < ROUNDS; round++) {
        Handle handle = armci.newHandle();
        for (int i = 1; i <= AT_ONCE; i++) {
          long value = (long) round * AT_ONCE + i;
          armci.nbPutSignal(
              data, 0, memory, 1, LONG_DATA, QUEUED_BYTES, memory, signal, value, handle);
        }
        handle.await();
      }
      armci.fence(1);
    }
  }

  private static void read(Armci armci, GlobalMemory memory, GlobalMemory back) {
    MemorySegment here = memory.local();
    for (long round = 1; round <= ROUNDS / 4; round++) {
      while (here.get(JAVA_LONG, LONG_DATA) < round) { // its first bytes may come before the others
        armci.waitUntil(memory, SIGNAL, Comparison.GE, round);
        VarHandle.acquireFence();
      }
      VarHandle.acquireFence();
      assertTrue(here.get(JAVA_LONG, DATA) >= round, "the long put overtook the short one");
      assertTrue(Words.getAcquire(here, SIGNAL) >= round, "the long put overtook a signal");
      armci.waitUntil(memory, SIGNAL + Long.BYTES, Comparison.GE, round);
      long last = here.get(JAVA_LONG, MEMORY_BYTES - Long.BYTES);
      assertTrue(last >= round, "a signal overtook the long put");
      armci.signal(back, 0, 0, round);
    }
  }
}
