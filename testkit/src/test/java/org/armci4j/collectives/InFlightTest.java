package org.armci4j.collectives;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs nonblocking and persistent collectives, many at once, in any order of completion. */
class InFlightTest {
  private static final List<Operation> OPERATIONS = List.of(Operation.values());
  private static final List<Sample> SAMPLES = List.of(Sample.values());
  private static final int MIXES = 25;
  private static final int MOST_AT_ONCE = 20;

  /** Algorithms of each operation that run on every transport. */
  private static final String PORTABLE =
      "barrier=dissemination, broadcast=binomial, reduce=chain, allreduce=pairwise,"
          + " gather=binomial, scatter=binomial, allgather=bruck, alltoall=pairwise,"
          + " reduce-scatter=pairwise, scan=chain, exscan=chain";

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"6, true, 4, local, true", "8, false, 8, shm, false"})
  void randomMixesOfMoreRanks(
      int ranks, boolean check, int lanes, String transport, boolean portable) {
    randomMixes(ranks, check, lanes, transport, portable);
  }

  @ParameterizedTest
  @CsvSource({
    "1, false, 4, local, false",
    "2, false, 4, local, false",
    "3, true, 2, local, false",
    "3, false, 2, local, true",
    "4, false, 1, shm, false",
    "5, false, 3, shm, false"
  })
  void randomMixes(int ranks, boolean check, int lanes, String transport, boolean portable) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "in flight: ranks %d, -Dtest.seed=%d%n", ranks, seed);
    RankThreads.of(ranks)
        .over(transport)
        .within(Duration.ofMinutes(2))
        .with(CollectivesSettings.CHECK, check)
        .with(CollectivesSettings.LANES, lanes)
        .with(CollectivesSettings.ALGORITHMS, portable ? PORTABLE : "")
        .run(armci -> mix(armci, seed));
  }

  private static void mix(Armci armci, long seed) {
    Group world = armci.world();
    List<Group> groups =
        List.of(world, world.split(armci.rank() % 2, 0), world.split(0, -armci.rank()));
    List<Collectives> all = groups.stream().map(group -> Collectives.of(armci, group)).toList();
    List<CollectiveCalls<Handle>> calls = all.stream().map(Collectives::nonblocking).toList();
    GlobalMemory memory = armci.allocate(8L * armci.size());
    SplittableRandom common = new SplittableRandom(seed);
    SplittableRandom mine = new SplittableRandom(seed + 1 + armci.rank());
    long salt = 0;
    for (int mix = 0; mix < MIXES; mix++) {
      List<InFlight> started = new ArrayList<>();
      int many = 1 + common.nextInt(MOST_AT_ONCE);
      for (int i = 0; i < many; i++) {
        int index = common.nextInt(groups.size());
        InFlight one = draw(groups.get(index), common.split(), ++salt, mine.nextBoolean());
        one.start(calls.get(index));
        started.add(one);
        between(armci, all.get(index), memory, common.nextInt(8), salt);
      }
      complete(started, mine);
    }
    armci.free(memory);
    all.reversed().forEach(Collectives::close);
  }

  /** Draws a call, the same on all ranks of the world, whichever of its groups it is for. */
  private static InFlight draw(Group group, SplittableRandom common, long salt, boolean heap) {
    Operation operation = OPERATIONS.get(common.nextInt(OPERATIONS.size()));
    Sample sample = SAMPLES.get(common.nextInt(SAMPLES.size()));
    int parts = common.nextInt(6) == 0 ? common.nextInt(4000) : common.nextInt(100);
    int root = common.nextInt(1 << 20) % group.size();
    return new InFlight(operation, sample, group.rank(), group.size(), parts, root, heap, salt);
  }

  /** Makes blocking collectives and transfers between the starts. */
  private static void between(
      Armci armci, Collectives collectives, GlobalMemory memory, int draw, long salt) {
    if (draw == 0) {
      int size = collectives.group().size();
      assertEquals(size * salt, collectives.allreduce(salt, Reduction.SUM));
    } else if (draw == 1) {
      int right = (armci.rank() + 1) % armci.size();
      armci.putLong(memory, right, 8L * armci.rank(), salt);
      armci.fence(right);
    }
  }

  private static void complete(List<InFlight> started, SplittableRandom mine) {
    Collections.shuffle(started, new Random(mine.nextLong()));
    for (InFlight one : started) {
      if (mine.nextBoolean()) {
        poll(one.handle());
      } else {
        one.handle().await();
      }
      one.verify();
    }
  }

  /** Runs collectives longer than slots, in the heap, in native memory, and in both. */
  @ParameterizedTest
  @CsvSource({"2, 30000, local", "3, 50000, shm"})
  void longOnesGoInPiecesOrStraight(int ranks, int parts, String transport) {
    CollectiveRanks.run(
        RankThreads.of(ranks).over(transport).within(Duration.ofMinutes(2)),
        (armci, collectives) -> {
          CollectiveCalls<Handle> calls = collectives.nonblocking();
          for (int form = 0; form < 3; form++) {
            boolean heap = form == 0 || (form == 1 && armci.rank() == 1);
            List<InFlight> started = new ArrayList<>();
            for (Operation operation : OPERATIONS) {
              InFlight one =
                  new InFlight(operation, Sample.LONGS, armci.rank(), ranks, parts, 1, heap, form);
              one.start(calls);
              started.add(one);
            }
            complete(started, new SplittableRandom(armci.rank()));
          }
        });
  }

  /**
   * Lets rank 1 compute while its operation has steps to do; it calls nothing until the others are
   * done.
   */
  @Test
  void goesOnWhileARankComputes() {
    AtomicInteger done = new AtomicInteger();
    CollectiveRanks.run(
        RankThreads.of(4).within(Duration.ofMinutes(1)),
        (armci, collectives) -> {
          sumWhileRank1Computes(armci, collectives, done, 3);
        });
  }

  /** Starts an operation while the threads that drive collectives have nothing to do and sleep. */
  @Test
  void theStartOfOneWakesTheThreadThatDrivesIt() {
    AtomicInteger done = new AtomicInteger();
    CollectiveRanks.run(
        RankThreads.of(2).within(Duration.ofMinutes(1)),
        (armci, collectives) -> {
          for (int round = 1; round <= 20; round++) {
            sumWhileRank1Computes(armci, collectives, done, 2 * round - 1);
            awaitSleep("armci-progress-" + armci.rank());
            armci.barrier();
          }
        });
  }

  private static void sumWhileRank1Computes(
      Armci armci, Collectives collectives, AtomicInteger done, int others) {
    CollectiveCalls<Handle> calls =
        collectives.using(Operation.ALLREDUCE, "ring").inAnyOrder().nonblocking();
    long[] values = new long[50_000];
    Arrays.fill(values, armci.rank());
    Handle handle = calls.allreduce(Elements.of(values), Elements.of(values), Reduction.SUM);
    if (armci.rank() == 1) {
      while (done.get() < others) {
        Thread.onSpinWait();
      }
    }
    handle.await();
    done.incrementAndGet();
    int size = armci.size();
    for (long value : values) {
      assertEquals(size * (size - 1) / 2, value);
    }
  }

  /** Waits until a thread waits for others, without a limit of time. */
  private static void awaitSleep(String name) {
    Thread thread =
        Thread.getAllStackTraces().keySet().stream()
            .filter(one -> one.getName().equals(name))
            .findAny()
            .orElseThrow();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 700", "4, 20000"})
  void aPersistentOneStartsAgainAndAgain(int ranks, int count) {
    CollectiveRanks.run(
        RankThreads.of(ranks),
        (armci, collectives) -> {
          CollectiveCalls<PersistentCollective> calls = collectives.persistent();
          long[] mine = new long[count];
          long[] sum = new long[count];
          long[] root = new long[count];
          PersistentCollective allreduce =
              calls.allreduce(Elements.of(mine), Elements.of(sum), Reduction.SUM);
          PersistentCollective broadcast = calls.broadcast(Elements.of(root), 0);
          for (long round = 1; round <= 50; round++) {
            Arrays.fill(mine, round * (armci.rank() + 1));
            Arrays.fill(root, armci.rank() == 0 ? round : -1);
            Handle first = allreduce.start();
            Handle second = broadcast.start();
            second.await();
            first.await();
            assertEquals(round * ranks * (ranks + 1) / 2, sum[count - 1]);
            assertEquals(round, root[count - 1]);
          }
        });
  }

  @Test
  void aPersistentOneIsUnderWayOnce() {
    CollectiveRanks.run(
        RankThreads.of(2),
        (armci, collectives) -> {
          PersistentCollective barrier = collectives.persistent().barrier();
          Handle handle = null;
          if (armci.rank() == 0) {
            handle = barrier.start();
            refused("under way", barrier::start);
          }
          armci.barrier();
          if (armci.rank() == 1) {
            handle = barrier.start();
          }
          handle.await();
          barrier.start().await();
        });
  }

  /** Uses memory that the progress thread cannot read; its owner's waits can. */
  @Test
  void confinedMemoryIsServedByItsOwner() {
    CollectiveRanks.run(
        RankThreads.of(3),
        (armci, collectives) -> {
          CollectiveCalls<Handle> calls = collectives.nonblocking();
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate(8 * 5000L, 8);
            values.setAtIndex(ValueLayout.JAVA_LONG, 4999, armci.rank() + 1);
            Elements elements = Elements.of(values, ElementType.LONG);
            calls.allreduce(elements, elements, Reduction.SUM).await();
            assertEquals(6, values.getAtIndex(ValueLayout.JAVA_LONG, 4999));
          }
        });
  }

  @Test
  void whatNobodyHasSeenIsToldAtTheEnd() {
    CollectiveRanks.run(
        RankThreads.of(2),
        (armci, collectives) -> {
          CollectiveCalls<Handle> calls = collectives.nonblocking();
          long[] seen = {1};
          calls.allreduce(Elements.of(seen), Elements.of(seen), Reduction.SUM).await();
          long[] forgotten = {1, 2, 3};
          Handle handle =
              calls.allreduce(Elements.of(forgotten), Elements.of(forgotten), Reduction.SUM);
          ArmciException told = assertThrows(ArmciException.class, collectives::close);
          String expected =
              Text.format(
                  "close of %s by rank %d: nobody waited for nonblocking allreduce of 3"
                      + " elements",
                  armci.world(), armci.rank());
          assertTrue(told.getMessage().startsWith(expected + " (number 2)"), told.getMessage());
          assertFalse(told.getMessage().contains("1 element"), told.getMessage());
          collectives.close(); // a second time, in vain
          assertThrows(
              ArmciException.class,
              () -> calls.broadcast(Elements.of(forgotten), 0),
              "after the end");
          assertTrue(handle.toString().contains("allreduce"));
          armci.barrier();
        });
  }

  @Test
  void inCheckingModeEveryHandleTellsOfADifference() {
    RankThreads.of(3)
        .run(
            armci -> {
              Collectives collectives = Collectives.checked(armci, armci.world());
              CollectiveCalls<Handle> calls = collectives.nonblocking();
              long[] one = new long[armci.rank() == 2 ? 2 : 1];
              Handle wrong = calls.allreduce(Elements.of(one), Elements.of(one), Reduction.SUM);
              long[] right = {5};
              Handle good = calls.allreduce(Elements.of(right), Elements.of(right), Reduction.SUM);
              ArmciException told = assertThrows(ArmciException.class, wrong::await);
              assertTrue(told.getMessage().contains("differs"), told.getMessage());
              assertTrue(told.getMessage().contains("rank 2 called"), told.getMessage());
              good.await();
              assertArrayEquals(new long[] {15}, right);
              collectives.close();
            });
  }

  /** Lets rank 2 give more than the root expects; the next call fits. */
  @Test
  void inCheckingModeTheCountsOfPairsAreCompared() {
    RankThreads.of(3)
        .run(
            armci -> {
              Collectives collectives = Collectives.checked(armci, armci.world());
              CollectiveCalls<Handle> calls = collectives.nonblocking();
              long[] counts = {1, 1, 1};
              long[] places = {0, 1, 2};
              Elements all = Elements.of(new int[3]);
              Elements wrong = Elements.of(new int[armci.rank() == 2 ? 4 : 1]);
              Handle misfit = calls.gatherv(wrong, all, counts, places, 0);
              int[] got = new int[3];
              Elements mine = Elements.of(new int[] {armci.rank() + 7});
              Handle fits = calls.gatherv(mine, Elements.of(got), counts, places, 0);
              refused("rank 2 gives rank 0 4 elements, which expects 1", misfit::await);
              fits.await();
              if (armci.rank() == 0) {
                assertArrayEquals(new int[] {7, 8, 9}, got);
              }
              collectives.close();
            });
  }

  /** Throws in a combiner on a thread of the runtime; the exception reaches the waiting thread. */
  @Test
  void aCombinersExceptionIsTheHandles() {
    AtomicBoolean fails = new AtomicBoolean(true);
    Reduction touchy =
        Reduction.of(
            "touchy",
            ElementType.LONG,
            true,
            (left, leftOffset, right, rightOffset, to, toOffset, count) -> {
              if (fails.get()) {
                throw new IllegalStateException("out of sorts");
              }
            });
    CollectiveRanks.run(
        RankThreads.of(2),
        (armci, collectives) -> {
          CollectiveCalls<Handle> calls = collectives.nonblocking();
          long[] values = {1};
          Handle handle = calls.allreduce(Elements.of(values), Elements.of(values), touchy);
          refused("out of sorts", handle::await);
          assertThrows(ArmciException.class, handle::test, "each time");
        });
  }

  @Test
  void takesNoTransfers() {
    CollectiveRanks.run(
        RankThreads.of(2),
        (armci, collectives) -> {
          GlobalMemory memory = armci.allocate(8);
          Handle handle = collectives.nonblocking().barrier();
          MemorySegment source = MemorySegment.ofArray(new long[] {7});
          refused("that of nonblocking barrier", () -> armci.nbPut(source, memory, 0, 0, handle));
          handle.await();
          assertEquals(0, armci.getLong(memory, 0, 0));
          armci.barrier();
          armci.free(memory);
        });
  }

  @Test
  void aRankThatDiesEndsEveryHandle() {
    AtomicInteger ended = new AtomicInteger();
    assertThrows(
        AssertionError.class,
        () ->
            RankThreads.of(3)
                .run(
                    armci -> {
                      CollectiveCalls<Handle> calls = Collectives.of(armci).nonblocking();
                      if (armci.rank() == 1) {
                        throw new IllegalStateException("on fire");
                      }
                      long[] values = {1};
                      Handle tested =
                          calls.allreduce(Elements.of(values), Elements.of(values), Reduction.SUM);
                      Handle awaited = calls.barrier();
                      assertThrows(RankFailedException.class, awaited::await);
                      assertThrows(RankFailedException.class, () -> poll(tested));
                      ended.incrementAndGet();
                    }));
    assertEquals(2, ended.get());
  }

  private static void poll(Handle handle) {
    while (!handle.test()) {
      Thread.onSpinWait();
    }
  }
}
