package org.armci4j.testkit.fake;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.IntBlock;
import org.armci4j.LongBlock;
import org.armci4j.lab.contracts.BatchContract;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.lab.contracts.Traffic;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the network layer on a network that delays, and completes out of order. The system
 * property {@code fake.seed} repeats the draws of the run that named this seed.
 */
class FakeNetworkTest {
  private static final double SCALE = 0.003;
  private static final int FLOOD = 300;
  private static final int FLOODS = 16;
  private static final int ROWS = 30;
  private static final int ROUNDS = 20;

  /** Virtual threads of a rank. */
  private static final int CALLERS = 100;

  /** Updates of a list. */
  private static final int LISTED = 100;

  /** Names the routes through the layer. */
  enum Route {
    /** The network updates words. */
    ATOMICS(job -> job.with(FakeSettings.LISTS, ListProtocol.DIRECT)),
    /** The helper thread does everything that it can. */
    HELPER(job -> job.with(FakeSettings.ATOMICS, false).with(FakeSettings.ASSISTED_GETS, true)),
    /** Every queue is as short as possible. */
    TIGHT(
        job ->
            job.with(FakeSettings.DEPTH, 2)
                .with(FakeSettings.CREDITS, 1)
                .with(FakeSettings.QUEUED, 1)),
    /** The helper thread does everything that it can, for one message at a time. */
    TIGHT_HELPER(job -> HELPER.adjust(job).with(FakeSettings.CREDITS, 1)),
    /** All lists are packed. */
    PACKED(job -> job.with(FakeSettings.LISTS, ListProtocol.PACKED)),
    /**
     * All lists are packed, one message at a time, while every message waits for an empty inbox.
     */
    TIGHT_PACKED(
        job ->
            TIGHT_HELPER
                .adjust(PACKED.adjust(job))
                .with(FakeSettings.DEPTH, 2)
                .with(FakeSettings.RECEIVES, 1)),
    /** Lists go with assistance. */
    ASSISTED(job -> job.with(FakeSettings.LISTS, ListProtocol.ASSISTED)),
    /**
     * Lists go with assistance, one message at a time, and the helper thread does everything else
     * that it can.
     */
    TIGHT_ASSISTED(
        job ->
            TIGHT_HELPER
                .adjust(ASSISTED.adjust(job))
                .with(FakeSettings.DEPTH, 2)
                .with(FakeSettings.RECEIVES, 1)
                .with(FakeSettings.LINE_DEPTH, 4)),
    /** Puts and gets of native memory go over several paths, however short they are. */
    STRIPED(job -> job.with(FakeSettings.PATHS, 5)),
    /** As {@link #STRIPED}, while further paths fail and come back. */
    FAILING_PATHS(job -> STRIPED.adjust(job).with(FakeSettings.PATH_FAULT_EVERY, 40)),
    /** The first path fails again and again, and goes by another rail and back. */
    FAILING_FIRST(job -> job.with(FakeSettings.FIRST_FAULT_EVERY, 40)),
    /** All paths fail, and the helper thread does everything that it can, one message at a time. */
    FAILING_ALL(
        job ->
            TIGHT_HELPER
                .adjust(FAILING_PATHS.adjust(job))
                .with(FakeSettings.ASSISTED_GETS, false)
                .with(FakeSettings.FIRST_FAULT_EVERY, 40)),
    /**
     * As {@link #STRIPED} with lists that go with assistance, and every queue as short as possible.
     */
    TIGHT_STRIPED(
        job ->
            TIGHT_ASSISTED
                .adjust(job)
                .with(FakeSettings.ASSISTED_GETS, false)
                .with(FakeSettings.PATHS, 2)),
    /** Short puts travel together, and ranks that wait serve each other. */
    GATHERED(job -> job.with(FakeSettings.GATHERED_BYTES, 64).with(FakeSettings.RANKS_SERVE, true)),
    /**
     * As {@link #GATHERED}, and the helper thread does everything that it can, for one message at a
     * time.
     */
    TIGHT_GATHERED(job -> TIGHT_HELPER.adjust(GATHERED.adjust(job)).with(FakeSettings.QUEUED, 1)),
    /** Only words go through the network. */
    SHARED(job -> job.with(FakeSettings.SHARED_ON_HOST, true));

    @SuppressWarnings("ImmutableEnumChecker") // a change keeps nothing
    private final UnaryOperator<RankThreads> change;

    Route(UnaryOperator<RankThreads> change) {
      this.change = change;
    }

    private RankThreads adjust(RankThreads job) {
      return change.apply(job);
    }

    RankThreads ranks(int ranks) {
      return adjust(FakeJobs.drawing(name(), ranks).within(Duration.ofMinutes(3)));
    }
  }

  @ParameterizedTest
  @CsvSource("ASSISTED, 2")
  void everyContractHolds(Route route, int ranks) {
    everyContractHoldsToo(route, ranks);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"ATOMICS, 1", "PACKED, 3", "TIGHT_ASSISTED, 2", "FAILING_ALL, 2", "SHARED, 3"})
  void everyContractHoldsToo(Route route, int ranks) {
    route.ranks(ranks).run(FakeNetworkTest::runAll);
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "ATOMICS, 2",
    "HELPER, 2",
    "HELPER, 3",
    "TIGHT, 3",
    "TIGHT_HELPER, 3",
    "TIGHT_PACKED, 2",
    "ASSISTED, 3",
    "FAILING_PATHS, 2",
    "FAILING_FIRST, 2",
    "STRIPED, 2",
    "TIGHT_STRIPED, 2"
  })
  void everyContractHoldsOnOtherRoutes(Route route, int ranks) {
    route.ranks(ranks).run(FakeNetworkTest::runAll);
  }

  private static void runAll(Armci armci) {
    Contracts.run(armci, Contracts.all(SCALE));
  }

  /**
   * Checks the order of lists, although their data move when their requests have long been
   * answered.
   */
  @ParameterizedTest
  @EnumSource
  void listsTakeEffectInTheOrderOfTheCalls(Route route) {
    route.ranks(2).run(FakeNetworkTest::overwriteAndReadBack);
  }

  private static void overwriteAndReadBack(Armci armci) {
    SegmentList list = new SegmentList();
    list.addRun(0, 64, 0, 48, 24, ROWS);
    GlobalMemory memory = armci.allocate(64L * ROWS * (ROUNDS + 2));
    GlobalMemory sources = armci.allocate(64L * ROWS * ROUNDS);
    for (int i = 0; i < sources.local().byteSize() / 8; i++) {
      sources.local().setAtIndex(JAVA_LONG, i, 1 + 8L * i / (64L * ROWS)); // the round's number
    }
    armci.barrier();
    if (armci.rank() == 0) {
      Handle handle = armci.newHandle();
      for (int round = 0; round < ROUNDS; round++) {
        long place = 64L * ROWS * round;
        armci.lists().put(sources.local(), place, memory, 1, 0, list, handle);
        armci.lists().get(memory, 1, 0, memory.local(), place, list, handle);
      }
      handle.await();
      for (int i = 0; i < ROUNDS * ROWS; i++) {
        long seen = memory.local().get(JAVA_LONG, 64L * i + 16);
        assertEquals(1 + i / ROWS, seen, "row " + i % ROWS + " of round " + i / ROWS);
      }
    }
    armci.barrier();
    armci.free(sources);
    armci.free(memory);
  }

  @ParameterizedTest
  @EnumSource(names = {"ATOMICS", "TIGHT_HELPER", "TIGHT_PACKED", "FAILING_ALL", "SHARED"})
  void listsOfElementsDoWhatTheModelDoes(Route route) {
    route.ranks(2).run(armci -> Contracts.run(armci, List.of(new BatchContract(0.5))));
  }

  /**
   * Pins the number of messages that a list of updates costs, by a fault that would hit the test if
   * each element had a message of its own.
   */
  @ParameterizedTest
  @CsvSource({"HELPER, 8", "ATOMICS, 4"})
  void aListOfUpdatesGoesInFewMessages(Route route, int wordBytes) {
    updateList(route, wordBytes);
  }

  /** A helper thread's update would not be atomic to those of the network. */
  @Test
  void wordsOfTheNetworkAreUpdatedOneByOne() {
    AssertionError error =
        assertThrows(AssertionError.class, () -> updateList(Route.ATOMICS, Long.BYTES));
    assertTrue(error.getMessage().contains("an invented fault"), error::toString);
  }

  /** Updates as many words as there are operations of rank 0 before a fault. */
  private static void updateList(Route route, int wordBytes) {
    UpdateList list = new UpdateList();
    list.begin(WordChange.ADD, wordBytes, LISTED);
    for (int i = 0; i < LISTED; i++) {
      list.add((long) wordBytes * i, i, i);
    }
    MemorySegment before = MemorySegment.ofArray(new long[LISTED]);
    route
        .ranks(2)
        .with(FakeSettings.FAULT_AFTER, LISTED)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(before.byteSize());
              if (armci.rank() == 0) {
                armci.lists().update(memory, 1, 0, list, before, 0, armci.lists().blocking());
              }
              armci.barrier();
              if (armci.rank() == 1) {
                byte last = memory.local().get(JAVA_BYTE, wordBytes * (LISTED - 1L));
                assertEquals(LISTED - 1, last);
              }
              armci.free(memory);
            });
  }

  /** Many threads wait at once, so their calls share messages where short puts do. */
  @ParameterizedTest
  @EnumSource(names = {"ATOMICS", "HELPER", "GATHERED", "TIGHT_GATHERED"})
  void eachThreadGetsTheValuesOfItsOwnCalls(Route route) {
    route.ranks(2).run(FakeNetworkTest::callManyWords);
  }

  private static void callManyWords(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(64L * (CALLERS + 1));
    int other = 1 - armci.rank();
    BitSet drawn = new BitSet();
    List<Callable<Void>> callers = new ArrayList<>();
    for (int caller = 1; caller <= CALLERS; caller++) {
      long place = 64L * caller;
      callers.add(
          () -> {
            for (int round = 1; round <= ROUNDS; round++) {
              callWords(armci, memory, other, place, round);
              int ticket = (int) memory.longs(other).fetchAndAdd(0, 1);
              synchronized (drawn) {
                assertFalse(drawn.get(ticket), "nobody else has drawn " + ticket);
                drawn.set(ticket);
              }
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> ended : threads.invokeAll(callers)) {
        ended.get();
      }
    }
    assertEquals(CALLERS * ROUNDS, drawn.cardinality());
    armci.barrier();
    armci.free(memory);
  }

  /** Reads and updates words that no other thread uses, so each value is known. */
  private static void callWords(Armci armci, GlobalMemory memory, int other, long at, int round) {
    LongBlock longs = memory.longs(other);
    IntBlock ints = memory.ints(other);
    long word = at / Long.BYTES;
    longs.put(word, round);
    assertEquals(round, longs.get(word));
    assertEquals(round, longs.compareAndSwap(word, round, -round));
    assertEquals(-round, longs.swap(word, 1L << 40 | round));
    assertEquals(round, ints.get(2 * word));
    assertEquals(round, armci.getByte(memory, other, at));
    assertEquals(round - 1, ints.fetchAndAdd(2 * word + 2, 1));
  }

  @ParameterizedTest
  @EnumSource
  void trafficArrivesAsItWasSent(Route route) {
    route.ranks(3).run(armci -> Traffic.run(armci, 5));
  }

  /**
   * Sends from all ranks to all ranks more than queues and inboxes hold: no helper waits for
   * another.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void helperThreadsDoNotWaitForEachOther(int receives) {
    Route.HELPER
        .ranks(3)
        .with(FakeSettings.DEPTH, 2)
        .with(FakeSettings.CREDITS, 64)
        .with(FakeSettings.RECEIVES, receives)
        .run(FakeNetworkTest::flood);
  }

  private static void flood(Armci armci) {
    GlobalMemory sums = armci.allocate(Long.BYTES);
    MemorySegment one = MemorySegment.ofArray(new long[] {1});
    for (int i = 0; i < FLOOD; i++) {
      for (int rank = 0; rank < armci.size(); rank++) {
        armci.accumulate(Accumulation.ofLong(1), one, sums, rank, 0);
      }
    }
    armci.fenceAll();
    armci.barrier();
    assertEquals((long) FLOOD * armci.size(), sums.local().get(JAVA_LONG, 0));
    armci.free(sums);
  }

  @ParameterizedTest
  @EnumSource(names = {"TIGHT_ASSISTED", "TIGHT_STRIPED"})
  void aFenceWaitsForNoLaterOperations(Route route) {
    route.ranks(2).within(Duration.ofMinutes(1)).run(FakeNetworkTest::fenceInAFlood);
  }

  /** Requires that lists which are copied anyway need no line, which costs memory and a wait. */
  @Test
  void listsOfArraysMakeNoLine() {
    FakeJobs.threads(2)
        .with(FakeSettings.LINE_DEPTH, 0)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(64L * 2 * ROWS);
              SegmentList list = new SegmentList();
              list.addRun(0, 64, 0, 128, 64, ROWS);
              MemorySegment rows = MemorySegment.ofArray(new byte[64 * ROWS]).fill((byte) 1);
              Handle handle = armci.newHandle();
              armci.lists().put(rows, 0, memory, 1 - armci.rank(), 0, list, handle);
              handle.await();
              armci.barrier();
              for (int row = 0; row < ROWS; row++) {
                assertEquals(1, memory.local().get(JAVA_BYTE, 128L * row));
              }
              armci.free(memory);
            });
  }

  /** Fences while so many other threads put lists that some list is under way at any time. */
  private static void fenceInAFlood(Armci armci) {
    GlobalMemory memory = armci.allocate(64L * ROWS);
    if (armci.rank() == 0) {
      AtomicBoolean over = new AtomicBoolean();
      Executor threads = task -> Thread.ofPlatform().daemon().start(task);
      List<CompletableFuture<Void>> floods =
          Stream.generate(
                  () -> CompletableFuture.runAsync(() -> putUntil(over, armci, memory), threads))
              .limit(FLOODS)
              .toList();
      try {
        for (int i = 0; i < ROUNDS; i++) {
          armci.fence(1);
        }
      } finally {
        over.set(true);
      }
      floods.forEach(CompletableFuture::join);
    }
    armci.barrier();
    armci.free(memory);
  }

  private static void putUntil(AtomicBoolean over, Armci armci, GlobalMemory memory) {
    SegmentList list = new SegmentList();
    list.addRun(0, 64, 0, 64, 24, ROWS);
    Handle handle = armci.newHandle();
    while (!over.get()) {
      armci.lists().put(memory.local(), 0, memory, 1, 0, list, handle);
      handle.await();
    }
  }

  /** Requires the failure soon; the rank whose operation it was says which. */
  @ParameterizedTest
  @CsvSource({
    "ATOMICS, 1",
    "HELPER, 7",
    "TIGHT, 100",
    "ATOMICS, 1000",
    "ASSISTED, 1001",
    "ASSISTED, 1502",
    "TIGHT_ASSISTED, 300",
    "STRIPED, 500",
    "FAILING_PATHS, 200",
    "TIGHT_STRIPED, 300"
  })
  void everyRankEndsAfterAFault(Route route, int operations) {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () ->
                route
                    .ranks(3)
                    .with(FakeSettings.FAULT_AFTER, operations)
                    .run(armci -> Traffic.run(armci, 1000)));
    String first = error.getCause().getMessage();
    assertTrue(
        first.matches(
            "(?s).*rank 0 lost its connection to rank \\d through fake: .*: an invented fault.*"),
        first);
    for (Throwable other : error.getSuppressed()) {
      assertFalse(other instanceof AssertionError, other::toString);
    }
  }
}
