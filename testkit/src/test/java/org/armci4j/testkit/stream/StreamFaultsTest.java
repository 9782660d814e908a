package org.armci4j.testkit.stream;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.stream.ItemHandler;
import org.armci4j.stream.ItemStream;
import org.armci4j.stream.RecordStream;
import org.armci4j.stream.ReplyHandler;
import org.armci4j.stream.RequestHandler;
import org.armci4j.stream.RequestStream;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong in a stream reaches every rank, and leaves the stream whole. */
class StreamFaultsTest {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  /** Rank 1's block closes the stream while the others finish, which must not wait for it. */
  @ParameterizedTest
  @CsvSource({"local", "fake", "ucx"})
  void aHandlerThatThrowsInABlockEndsAllRanks(String transport) {
    AtomicInteger told = new AtomicInteger();
    NetworkJobs.threads(transport, 3)
        .within(LIMIT)
        .run(
            armci -> {
              ItemHandler handler =
                  (_, _) -> {
                    if (armci.rank() == 1) {
                      throw new IllegalStateException("thrown by the test");
                    }
                  };
              Class<? extends Exception> expected =
                  armci.rank() == 1 ? IllegalStateException.class : ArmciException.class;
              Exception thrown = assertThrows(expected, () -> pushToTheNext(armci, handler));
              String message = thrown.getMessage();
              String word =
                  armci.rank() == 1
                      ? "thrown by the test"
                      : "of the group has closed the stream and did not finish";
              assertTrue(message.contains(word), message);
              told.incrementAndGet();
            });
    assertEquals(3, told.get());
  }

  private static void pushToTheNext(Armci armci, ItemHandler handler) {
    try (ItemStream stream = ItemStream.open(armci, Long.BYTES, handler)) {
      stream.pushLong((armci.rank() + 1) % 3, 5);
      stream.flush();
      armci.barrier();
      stream.deliver();
      stream.finish();
    }
  }

  /** Rank 1 leaves its block by a wrong push, while the others finish. */
  @ParameterizedTest
  @CsvSource({"local", "fake", "ucx"})
  void aRankThatClosesInsteadOfFinishingEndsAllRanks(String transport) {
    AtomicInteger told = new AtomicInteger();
    NetworkJobs.threads(transport, 3)
        .within(LIMIT)
        .run(
            armci -> {
              boolean wrong = armci.rank() == 1;
              refused(
                  wrong ? "there is no rank 3" : "closed the stream", () -> pushOnce(armci, wrong));
              told.incrementAndGet();
            });
    assertEquals(3, told.get());
  }

  private static void pushOnce(Armci armci, boolean wrong) {
    try (ItemStream stream = ItemStream.open(armci, Long.BYTES, (_, _) -> {})) {
      stream.pushLong(wrong ? 3 : 0, 5);
      stream.finish();
    }
  }

  @ArmciTest(ranks = 2, timeoutSeconds = 20)
  void aRequestThatCannotBeReadLeavesItsTagOut(Armci armci) {
    RequestHandler echo = (_, requests, replies) -> replies.copyFrom(requests);
    long[] sum = new long[1];
    try (RequestStream stream =
        RequestStream.open(
            armci,
            8,
            8,
            echo,
            (_, tag, memory, at) -> {
              assertEquals(tag, memory.get(JAVA_LONG_UNALIGNED, at));
              sum[0] += tag;
            })) {
      MemorySegment closed;
      try (Arena arena = Arena.ofConfined()) {
        closed = arena.allocate(8);
      }
      assertThrows(IllegalStateException.class, () -> stream.request(1, closed, 0, 7));
      stream.requestLong(1, 8, 8);
      stream.finish();
      assertEquals(8, sum[0]);
    }
  }

  @ArmciTest(ranks = 2, timeoutSeconds = 20)
  void aRecordThatMayBePushedDoesNotWait(Armci armci) {
    MemorySegment source = MemorySegment.ofArray(new long[2]);
    RecordStream stream = RecordStream.open(armci, armci.world(), 16, 24, (_, _, _, _) -> {});
    if (armci.rank() == 0) {
      for (int i = 0; i < 3; i++) {
        stream.push(1, source, 0, 16);
      }
      assertTrue(stream.mayPush(1));
      stream.push(1, source, 0, 0); // 16 bytes are left in the last batch
      assertFalse(stream.mayPush(1)); // the largest record would not fit in them
    }
    armci.barrier();
    stream.finish();
    stream.close();
  }

  @ParameterizedTest
  @CsvSource({"local", "fake"})
  void aSizeThatOneRankRefusesIsRefusedOnAll(String transport) {
    AtomicInteger told = new AtomicInteger();
    NetworkJobs.threads(transport, 3)
        .within(LIMIT)
        .run(
            armci -> {
              int size = armci.rank() == 1 ? 0 : 8;
              RequestHandler answer = (_, _, _) -> {};
              ReplyHandler keep = (_, _, _, _) -> {};
              refused("items of 0 bytes", () -> ItemStream.open(armci, size, (_, _) -> {}));
              refused(
                  "records of 0 bytes", () -> RecordStream.open(armci, size, (_, _, _, _) -> {}));
              refused("replies of 0 bytes", () -> RequestStream.open(armci, 8, size, answer, keep));
              told.incrementAndGet();
            });
    assertEquals(3, told.get());
  }

  @Test
  void aFinishThatTimedOutIsNotRepeated() {
    RankThreads.of(2)
        .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(1))
        .within(LIMIT)
        .run(
            armci -> {
              GlobalMemory signal = armci.allocate(8);
              ItemStream stream = ItemStream.open(armci, Long.BYTES, (_, _) -> {});
              if (armci.rank() == 0) {
                assertThrows(ArmciTimeoutException.class, stream::finish);
                refused("set a longer waitTimeout", stream::finish);
                armci.signal(signal, 1, 0, 1);
              } else {
                armci.waitUntil(signal, 0, Comparison.EQ, 1, LIMIT.toNanos());
              }
            });
  }
}
