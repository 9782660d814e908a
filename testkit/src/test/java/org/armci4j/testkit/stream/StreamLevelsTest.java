package org.armci4j.testkit.stream;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.error.RankFailedException;
import org.armci4j.stream.ItemHandler;
import org.armci4j.stream.ItemStream;
import org.armci4j.stream.RequestStream;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks streams that hand items on inside a host. Of the four ranks, 0 and 1 are on one host, 2
 * and 3 on another; so rank 0 reaches rank 3 through rank 2.
 */
class StreamLevelsTest {
  private static final String HOSTS = "aabb";

  /** Makes a stream with batches of one item, whose handler adds the items to a sum. */
  private static ItemStream adding(Armci armci, long[] sum) {
    ItemHandler add =
        (origin, items) -> {
          assertEquals(0, origin);
          assertEquals(Long.BYTES, items.byteSize());
          sum[0] += items.get(JAVA_LONG_UNALIGNED, 0);
        };
    return ItemStream.open(armci, armci.world(), Long.BYTES, 1, add);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fake", "ucx"})
  void anItemGoesThroughTheRankOfTheSamePlace(String transport) {
    NetworkJobs.onHosts(transport, HOSTS, true)
        .run(
            armci -> {
              long[] sum = new long[1];
              ItemStream stream = adding(armci, sum);
              if (armci.rank() == 0) {
                stream.pushLong(3, 7);
              }
              inTurn(armci, 3, () -> assertFalse(stream.deliver(), "rank 2 has it"));
              inTurn(armci, 2, () -> assertTrue(stream.deliver()));
              inTurn(armci, 2, () -> assertFalse(stream.deliver()));
              inTurn(armci, 3, () -> assertTrue(stream.deliver()));
              assertEquals(armci.rank() == 3 ? 7 : 0, sum[0]);
              stream.finish();
              stream.close();
            });
  }

  /** Without shared memory each batch that is handed on would be one more message. */
  @ParameterizedTest
  @ValueSource(strings = {"fake", "ucx"})
  void anItemGoesStraightWhereHostsShareNoMemory(String transport) {
    NetworkJobs.onHosts(transport, HOSTS, false)
        .run(
            armci -> {
              assertFalse(armci.domains().sharesMemory());
              long[] sum = new long[1];
              ItemStream stream = adding(armci, sum);
              if (armci.rank() == 0) {
                stream.pushLong(3, 7);
              }
              inTurn(armci, 2, () -> assertFalse(stream.deliver(), "rank 3 has it"));
              inTurn(armci, 3, () -> assertTrue(stream.deliver()));
              assertEquals(armci.rank() == 3 ? 7 : 0, sum[0]);
              stream.finish();
              stream.close();
            });
  }

  private static void inTurn(Armci armci, int rank, Runnable step) {
    armci.barrier();
    if (armci.rank() == rank) {
      step.run();
    }
    armci.barrier();
  }

  /** Rank 3 handles nothing: its slots at first, and then those of rank 2 are full. */
  @Test
  void aTargetThatIsSlowHoldsBackItsOrigin() {
    NetworkJobs.onHosts("fake", HOSTS, true)
        .run(
            armci -> {
              long[] sum = new long[1];
              ItemStream stream = adding(armci, sum);
              inTurn(armci, 0, () -> fill(stream));
              inTurn(armci, 2, () -> assertTrue(stream.deliver()));
              inTurn(armci, 0, () -> fill(stream));
              inTurn(armci, 2, () -> assertFalse(stream.deliver(), "rank 3 has no slot"));
              inTurn(armci, 3, () -> assertTrue(stream.deliver()));
              inTurn(armci, 2, () -> assertTrue(stream.deliver()));
              inTurn(armci, 0, () -> assertTrue(stream.mayPush(3)));
              stream.finish();
              assertEquals(armci.rank() == 3 ? 8 : 0, sum[0]);
              stream.close();
            });
  }

  private static void fill(ItemStream stream) {
    for (int i = 0; i < 4; i++) {
      assertTrue(stream.mayPush(3));
      stream.pushLong(3, 1);
    }
    assertFalse(stream.mayPush(3));
    assertFalse(stream.mayPush(2), "the slots of rank 2 are the same");
    assertTrue(stream.mayPush(1));
  }

  /** Rank 3 waits for items of this phase; then it learns that all others finish. */
  @Test
  void aRankWaitsForItemsThroughAnother() {
    NetworkJobs.onHosts("fake", HOSTS, true)
        .run(
            armci -> {
              long[] sum = new long[1];
              ItemStream stream = adding(armci, sum);
              for (int phase = 1; phase <= 3; phase++) {
                if (armci.rank() == 0) {
                  for (int i = 0; i < 100; i++) {
                    stream.pushLong(3, 1);
                  }
                } else if (armci.rank() == 3) {
                  while (stream.awaitDelivery()) {}
                  assertEquals(100L * phase, sum[0]);
                }
                stream.finish();
              }
              stream.close();
            });
  }

  /** Requests have no second level. */
  @Test
  void aRequestGoesStraight() {
    NetworkJobs.onHosts("fake", HOSTS, true)
        .run(
            armci -> {
              long[] found = new long[1];
              RequestStream stream =
                  RequestStream.open(
                      armci,
                      8,
                      8,
                      (_, requests, replies) -> replies.copyFrom(requests),
                      (_, _, memory, at) -> found[0] = memory.get(JAVA_LONG_UNALIGNED, at));
              if (armci.rank() == 0) {
                stream.requestLong(3, 5, 0);
                stream.flush();
              }
              inTurn(armci, 3, () -> assertTrue(stream.deliver()));
              inTurn(armci, 0, () -> assertTrue(stream.deliver()));
              assertEquals(armci.rank() == 0 ? 5 : 0, found[0]);
              stream.finish();
              stream.close();
            });
  }

  /** The rank that fails hands on the others' items, or is the target of items. */
  @ParameterizedTest
  @CsvSource({"fake, 2", "fake, 3", "ucx, 2"})
  void aRankThatFailsEndsTheOthers(String transport, int victim) {
    AtomicInteger told = new AtomicInteger();
    NetworkJobs.onHosts(transport, HOSTS, true)
        .failures(
            armci -> {
              ItemStream stream =
                  ItemStream.open(armci, armci.world(), Long.BYTES, 16, (_, _) -> {});
              if (armci.rank() == victim) {
                awaitOthers(armci); // a rank that is still in open would throw there
                stream.pushLong(0, 1);
                throw new IllegalStateException("thrown by the test");
              }
              armci.signals().notify(victim);
              assertThrows(RankFailedException.class, () -> pushToAll(armci, stream));
              told.incrementAndGet();
            });
    assertEquals(3, told.get());
  }

  private static void awaitOthers(Armci armci) {
    for (int rank = 0; rank < armci.size(); rank++) {
      if (rank != armci.rank()) {
        armci.signals().waitNotify(rank);
      }
    }
  }

  /** A rank that closes the stream instead of finishing. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRankThatLeavesEndsTheOthers(int leaver) {
    AtomicInteger told = new AtomicInteger();
    NetworkJobs.onHosts("fake", HOSTS, true)
        .run(
            armci -> {
              ItemStream stream =
                  ItemStream.open(armci, armci.world(), Long.BYTES, 16, (_, _) -> {});
              if (armci.rank() != leaver) {
                refused("has closed the stream", () -> pushToAll(armci, stream));
                told.incrementAndGet();
              }
              stream.close();
            });
    assertEquals(3, told.get());
  }

  private static void pushToAll(Armci armci, ItemStream stream) {
    for (int i = 0; i < 1000; i++) {
      stream.pushLong((armci.rank() + i) % armci.size(), i);
    }
    stream.finish();
  }
}
