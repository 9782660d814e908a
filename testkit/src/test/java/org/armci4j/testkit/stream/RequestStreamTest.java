package org.armci4j.testkit.stream;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.error.RankFailedException;
import org.armci4j.stream.ReplyHandler;
import org.armci4j.stream.RequestHandler;
import org.armci4j.stream.RequestStream;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The system property {@code test.seed} repeats the draws of a run. */
class RequestStreamTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({"local, 4, 6", "fake, 3, 2", "ucx, 3, 2"})
  void eachRequestHasItsReplyInOrder(String transport, int ranks, int cases) {
    System.out.printf(Locale.ROOT, "requests over %s: -Dtest.seed=%d%n", transport, SEED);
    NetworkJobs.threads(transport, ranks).run(armci -> anyStreams(armci, SEED, cases));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"local, 5, 60", "fake, 4, 20", "ucx, 4, 20"})
  void eachOfManyRequestsHasItsReply(String transport, int ranks, int cases) {
    eachRequestHasItsReplyInOrder(transport, ranks, cases);
  }

  @ArmciTest(ranks = 3, processes = true, timeoutSeconds = 300)
  void requestsBetweenProcessesHaveTheirReplies(Armci armci) {
    anyStreams(armci, 7, 4);
  }

  private static void anyStreams(Armci armci, long seed, int cases) {
    SplittableRandom sizes = new SplittableRandom(seed);
    Group halves = armci.world().split(armci.rank() % 2, -armci.rank());
    for (int i = 0; i < cases; i++) {
      int requestWords = sizes.nextInt(1, 4);
      int replyWords = sizes.nextInt(1, 4);
      int requests = 1 << sizes.nextInt(14);
      long batchBytes = (long) sizes.nextInt(1, 40) * sizes.nextInt(1, 300);
      Group group = sizes.nextInt(3) == 0 ? halves : armci.world();
      new Exchange(armci, group, requestWords, replyWords, batchBytes)
          .run(requests, sizes.nextLong());
    }
  }

  /** Asks for a sum of the request, its origin and its target. */
  private static final class Exchange implements RequestHandler, ReplyHandler {
    private final Group group;
    private final long requestStep;
    private final long replyStep;
    private final RequestStream stream;
    private final long[] sent;
    private final long[] answered;

    Exchange(Armci armci, Group group, int requestWords, int replyWords, long batchBytes) {
      this.group = group;
      this.requestStep = (long) requestWords * Long.BYTES;
      this.replyStep = (long) replyWords * Long.BYTES;
      this.stream =
          RequestStream.open(
              armci, group, (int) requestStep, (int) replyStep, batchBytes, this, this);
      this.sent = new long[group.size()];
      this.answered = new long[group.size()];
    }

    private static long reply(long request, int origin, int target) {
      return 31 * (31 * request + origin) + target;
    }

    @Override
    public void handle(int origin, MemorySegment requests, MemorySegment replies) {
      assertEquals(requests.byteSize() / requestStep * replyStep, replies.byteSize());
      for (long i = 0; i < requests.byteSize() / requestStep; i++) {
        long last = i * requestStep + requestStep - Long.BYTES;
        long reply = reply(requests.get(JAVA_LONG_UNALIGNED, last), origin, group.rank());
        for (long word = 0; word < replyStep; word += Long.BYTES) {
          replies.set(JAVA_LONG_UNALIGNED, i * replyStep + word, reply + word);
        }
      }
    }

    @Override
    public void handle(int target, long tag, MemorySegment memory, long offset) {
      assertEquals(answered[target]++, tag);
      for (long word = 0; word < replyStep; word += Long.BYTES) {
        long reply = memory.get(JAVA_LONG_UNALIGNED, offset + word);
        assertEquals(reply(request(tag), group.rank(), target) + word, reply);
      }
    }

    private static long request(long tag) {
      return tag * tag + 5;
    }

    void run(int requests, long seed) {
      SplittableRandom random = new SplittableRandom(seed + group.rank());
      for (int phase = 0; phase < 2; phase++) {
        int mine = random.nextInt(requests + 1);
        for (int i = 0; i < mine; i++) {
          request(random.nextInt(group.size()));
          if (random.nextInt(200) == 0) {
            stream.flush();
            stream.deliver();
          }
        }
        stream.finish();
        for (int rank = 0; rank < group.size(); rank++) {
          assertEquals(sent[rank], answered[rank]);
        }
      }
      stream.close();
    }

    private void request(int target) {
      long tag = sent[target]++;
      if (requestStep == Long.BYTES) {
        stream.requestLong(target, request(tag), tag);
      } else {
        long[] words = new long[1 + (int) (requestStep / Long.BYTES)];
        words[words.length - 1] = request(tag);
        stream.request(target, MemorySegment.ofArray(words), Long.BYTES, tag);
      }
    }
  }

  /** Without the replies to the first batches there is no room for a fifth one. */
  @ArmciTest(ranks = 2)
  void aRequestToASlowRankWouldWait(Armci armci) {
    long[] sum = new long[1];
    RequestHandler twice =
        (_, requests, replies) ->
            replies.set(JAVA_LONG_UNALIGNED, 0, 2 * requests.get(JAVA_LONG_UNALIGNED, 0));
    ReplyHandler add = (_, tag, memory, at) -> sum[0] += tag * memory.get(JAVA_LONG_UNALIGNED, at);
    RequestStream stream = RequestStream.open(armci, armci.world(), 8, 8, 8, twice, add);
    if (armci.rank() == 0) {
      for (int i = 0; i < 4; i++) {
        assertTrue(stream.mayPush(1));
        stream.requestLong(1, 3, 10);
      }
      assertFalse(stream.mayPush(1));
      assertTrue(stream.mayPush(0));
    }
    armci.barrier();
    if (armci.rank() == 1) {
      assertTrue(stream.deliver());
      assertFalse(stream.deliver());
    }
    armci.barrier();
    if (armci.rank() == 0) {
      assertEquals(0, sum[0]);
      assertTrue(stream.mayPush(1));
      assertEquals(240, sum[0]);
    }
    stream.finish();
    stream.close();
    stream.close();
  }

  @ArmciTest(ranks = 2)
  void wrongUsesAreRefused(Armci armci) {
    RequestHandler none = (_, _, _) -> {};
    RequestStream[] own = new RequestStream[1];
    int[] refusals = new int[1];
    ReplyHandler asking =
        (_, _, _, _) -> {
          refused("its own handler calls", () -> own[0].requestLong(0, 1, 1));
          refused("its own handler calls", own[0]::finish);
          refusals[0]++;
        };
    refused("items of 0 bytes", () -> RequestStream.open(armci, 0, 8, none, asking));
    refused("replies of 0 bytes", () -> RequestStream.open(armci, 8, 0, none, asking));
    refused(
        "1024 replies of 2097152 bytes", () -> RequestStream.open(armci, 8, 1 << 21, none, asking));
    refused(
        "opens another stream", () -> RequestStream.open(armci, 8, 8 + armci.rank(), none, asking));
    try (RequestStream stream = RequestStream.open(armci, 8, 1, none, asking)) {
      own[0] = stream;
      refused("there is no rank 2 among 2", () -> stream.requestLong(2, 0, 0));
      MemorySegment request = MemorySegment.ofArray(new long[2]);
      assertThrows(IndexOutOfBoundsException.class, () -> stream.request(0, request, 9, 0));
      stream.request(1, request, 8, 0);
      stream.finish();
      assertEquals(1, refusals[0]);
    }
    refused("has been closed", () -> own[0].requestLong(0, 1, 1));
  }

  /** The handler's exception reaches the rank's own call; the other ranks learn of the failure. */
  @ParameterizedTest
  @CsvSource({"local", "fake", "ucx"})
  void aHandlerThatThrowsEndsItsRank(String transport) {
    AtomicInteger told = new AtomicInteger();
    NetworkJobs.threads(transport, 3)
        .failures(
            armci -> {
              RequestHandler handler =
                  (_, _, _) -> {
                    if (armci.rank() == 1) {
                      throw new IllegalStateException("thrown by the test");
                    }
                  };
              RequestStream stream = RequestStream.open(armci, 8, 8, handler, (_, _, _, _) -> {});
              stream.requestLong((armci.rank() + 1) % 3, 5, 5);
              if (armci.rank() == 1) {
                assertThrows(IllegalStateException.class, stream::finish);
                throw new IllegalStateException("rank 1 ends");
              }
              assertThrows(RankFailedException.class, stream::finish);
              told.incrementAndGet();
            });
    assertEquals(2, told.get());
  }
}
