package org.armci4j.testkit.stream;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.error.RankFailedException;
import org.armci4j.stream.ItemHandler;
import org.armci4j.stream.ItemStream;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The system property {@code test.seed} repeats the draws of a run. */
class ItemStreamTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({"local, 4, 6", "fake, 3, 2", "ucx, 3, 2"})
  void itemsComeOnceAndInOrder(String transport, int ranks, int cases) {
    System.out.printf(Locale.ROOT, "streams over %s: -Dtest.seed=%d%n", transport, SEED);
    NetworkJobs.threads(transport, ranks).run(armci -> anyStreams(armci, SEED, cases));
  }

  /** Each letter is the host of a rank. Batches of one item make relays wait at each step. */
  @ParameterizedTest
  @CsvSource({"fake, aabb", "fake, abbccc", "fake, abab", "ucx, aabb"})
  void itemsBetweenHostsComeOnceAndInOrder(String transport, String hosts) {
    System.out.printf(Locale.ROOT, "streams, %s %s: -Dtest.seed=%d%n", transport, hosts, SEED);
    NetworkJobs.onHosts(transport, hosts, true)
        .run(
            armci -> {
              anyStreams(armci, SEED, 2);
              for (int words = 1; words <= 3; words++) {
                new Exchange(armci, armci.world(), words, 1).run(1000, SEED + words);
                new Exchange(armci, armci.world(), words, 3L * words * Long.BYTES)
                    .run(3000, SEED - words);
              }
            });
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"local, 5, 60", "fake, 4, 20", "ucx, 4, 20"})
  void moreItemsComeOnceAndInOrder(String transport, int ranks, int cases) {
    itemsComeOnceAndInOrder(transport, ranks, cases);
  }

  @ArmciTest(ranks = 3, processes = true, timeoutSeconds = 300)
  void itemsBetweenProcessesComeOnceAndInOrder(Armci armci) {
    anyStreams(armci, 7, 4);
  }

  /** All ranks draw the same sizes, and each its own items. */
  private static void anyStreams(Armci armci, long seed, int cases) {
    SplittableRandom sizes = new SplittableRandom(seed);
    Group halves = armci.world().split(armci.rank() % 2, -armci.rank());
    for (int i = 0; i < cases; i++) {
      int words = sizes.nextInt(1, 5);
      int items = 1 << sizes.nextInt(15);
      long batchBytes = (long) sizes.nextInt(1, 40) * sizes.nextInt(1, 300);
      Group group = sizes.nextInt(3) == 0 ? halves : armci.world();
      new Exchange(armci, group, words, batchBytes).run(items, sizes.nextLong());
    }
  }

  /** Pushes items that hold their number and a sum; the handler checks both. */
  private static final class Exchange implements ItemHandler {
    private final Armci armci;
    private final Group group;
    private final GlobalMemory counts;
    private final int words;
    private final ItemStream stream;
    private final long[] pushed;
    private final long[] handled;

    Exchange(Armci armci, Group group, int words, long batchBytes) {
      this.armci = armci;
      this.group = group;
      this.counts = group.allocate((long) group.size() * Long.BYTES);
      this.words = words;
      this.stream = ItemStream.open(armci, group, words * Long.BYTES, batchBytes, this);
      this.pushed = new long[group.size()];
      this.handled = new long[group.size()];
    }

    @Override
    public void handle(int origin, MemorySegment items) {
      for (long at = 0; at < items.byteSize(); at += (long) words * Long.BYTES) {
        long first = items.get(JAVA_LONG_UNALIGNED, at);
        assertEquals(handled[origin]++, first);
        if (words > 1) {
          long last = items.get(JAVA_LONG_UNALIGNED, at + (words - 1L) * Long.BYTES);
          assertEquals(check(first, origin, group.rank()), last);
        }
      }
    }

    private static long check(long number, int origin, int target) {
      return 31 * (31 * number + origin) + target;
    }

    void run(int items, long seed) {
      SplittableRandom random = new SplittableRandom(seed + group.rank());
      for (int phase = 0; phase < 2; phase++) {
        int mine = random.nextInt(items + 1);
        for (int i = 0; i < mine; i++) {
          push(random.nextInt(group.size()));
          if (random.nextInt(200) == 0) {
            stream.flush();
            stream.deliver();
          }
        }
        stream.finish();
        assertArrayEquals(pushedHere(), handled);
      }
      stream.close();
      group.free(counts);
    }

    /** Returns how many items each rank has pushed to this one. */
    private long[] pushedHere() {
      for (int rank = 0; rank < group.size(); rank++) {
        long at = (long) group.rank() * Long.BYTES;
        armci.putLong(counts, group.worldRank(rank), at, pushed[rank]);
      }
      group.barrier();
      long[] here = counts.local().toArray(ValueLayout.JAVA_LONG);
      group.barrier();
      return here;
    }

    private void push(int target) {
      long number = pushed[target]++;
      long sum = check(number, group.rank(), target);
      if (words == 1) {
        stream.pushLong(target, number);
      } else if (words == 2) {
        stream.pushLongs(target, number, sum);
      } else {
        long[] item = new long[words + 1];
        item[1] = number;
        item[words] = sum;
        stream.push(target, MemorySegment.ofArray(item), Long.BYTES);
      }
    }
  }

  /** Rank 1 handles nothing for a while; rank 0 sees that its slots are full. */
  @ArmciTest(ranks = 2)
  void aPushToASlowRankWouldWait(Armci armci) {
    long[] sum = new long[1];
    ItemHandler add =
        (_, items) -> {
          for (long at = 0; at < items.byteSize(); at += Long.BYTES) {
            sum[0] += items.get(JAVA_LONG_UNALIGNED, at);
          }
        };
    ItemStream stream = ItemStream.open(armci, armci.world(), Long.BYTES, 2 * Long.BYTES, add);
    if (armci.rank() == 0) {
      for (int i = 0; i < 8; i++) {
        assertTrue(stream.mayPush(1));
        stream.pushLong(1, 1);
      }
      assertFalse(stream.mayPush(1));
      assertTrue(stream.mayPush(0));
    }
    armci.barrier();
    if (armci.rank() == 1) {
      assertTrue(stream.deliver());
      assertFalse(stream.deliver());
      assertEquals(8, sum[0]);
    }
    armci.barrier();
    if (armci.rank() == 0) {
      assertTrue(stream.mayPush(1));
    }
    stream.finish();
    stream.close();
    stream.close();
  }

  @ArmciTest(ranks = 2)
  void wrongUsesAreRefused(Armci armci) {
    refused("items of 0 bytes", () -> ItemStream.open(armci, 0, (_, _) -> {}));
    refused("1 to 1073741824", () -> ItemStream.open(armci, armci.world(), 8, 1L << 31, fail()));
    refused(
        "rank " + (1 - armci.rank()) + " opens another stream than items of " + (8 + armci.rank()),
        () -> ItemStream.open(armci, 8 + armci.rank(), fail()));
    ItemStream[] own = new ItemStream[1];
    int[] refusals = new int[1];
    ItemHandler pushing =
        (_, _) -> {
          refused("its own handler calls", () -> own[0].pushLong(0, 1));
          refused("its own handler calls", own[0]::finish);
          refusals[0]++;
        };
    try (ItemStream stream = ItemStream.open(armci, Long.BYTES, pushing)) {
      own[0] = stream;
      refused("there is no rank 2 among 2", () -> stream.pushLong(2, 0));
      refused("there is no rank -1 among 2", () -> stream.mayPush(-1));
      refused("items have 8 bytes, not 16", () -> stream.pushLongs(0, 1, 2));
      MemorySegment item = MemorySegment.ofArray(new long[2]);
      assertThrows(IndexOutOfBoundsException.class, () -> stream.push(0, item, 9));
      stream.push(1, item, 8);
      stream.finish();
      assertEquals(armci.rank() == 1 ? 1 : 0, Math.min(1, refusals[0]));
    }
    refused("has been closed", () -> own[0].pushLong(0, 1));
    refused("has been closed", own[0]::finish);
  }

  /** Ranks 0 and 1 answer each other's items in turn; rank 2 only handles what has come. */
  @ParameterizedTest
  @CsvSource({"local", "fake", "ucx"})
  void aRankWaitsForItemsWithinAPhase(String transport) {
    NetworkJobs.threads(transport, 3).run(ItemStreamTest::answerInTurn);
  }

  private static void answerInTurn(Armci armci) {
    long[] last = {-1};
    long[] sum = new long[1];
    ItemHandler handler =
        (_, items) -> {
          for (long at = 0; at < items.byteSize(); at += Long.BYTES) {
            last[0] = items.get(JAVA_LONG_UNALIGNED, at);
            sum[0] += last[0];
          }
        };
    int turns = 100;
    try (ItemStream stream = ItemStream.open(armci, Long.BYTES, handler)) {
      for (int phase = 0; phase < 2; phase++) {
        sum[0] = 0;
        for (int turn = 0; armci.rank() < 2 && turn < turns; turn++) {
          if (turn % 2 == armci.rank()) {
            stream.pushLong(1 - armci.rank(), turn);
            stream.pushLong(2, turn);
          } else {
            while (last[0] != turn) {
              assertTrue(stream.awaitDelivery(), "the other rank still pushes");
            }
          }
        }
        if (armci.rank() == 2) {
          int deliveries = 0;
          while (stream.awaitDelivery()) {
            deliveries++;
          }
          assertTrue(deliveries > 0);
          assertEquals(turns * (turns - 1) / 2, sum[0], "all have come when nothing more comes");
        }
        stream.finish();
        last[0] = -1;
      }
    }
  }

  private static ItemHandler fail() {
    return (_, _) -> {
      throw new IllegalStateException("thrown by the test");
    };
  }

  /** The handler's exception reaches the rank's own call; the other ranks learn of the failure. */
  @ParameterizedTest
  @CsvSource({"local", "fake", "ucx"})
  void aHandlerThatThrowsEndsItsRank(String transport) {
    AtomicInteger told = new AtomicInteger();
    RankThreads job = NetworkJobs.threads(transport, 3);
    job.failures(
        armci -> {
          ItemHandler handler = armci.rank() == 1 ? fail() : (_, _) -> {};
          ItemStream stream = ItemStream.open(armci, Long.BYTES, handler);
          if (armci.rank() == 1) {
            assertThrows(IllegalStateException.class, () -> finishWithAnItem(armci, stream));
            refused("or has thrown", stream::deliver);
            throw new IllegalStateException("rank 1 ends");
          }
          assertThrows(RankFailedException.class, () -> finishWithAnItem(armci, stream));
          told.incrementAndGet();
        });
    assertEquals(2, told.get());
  }

  private static void finishWithAnItem(Armci armci, ItemStream stream) {
    stream.pushLong((armci.rank() + 1) % 3, 5);
    stream.finish();
  }
}
