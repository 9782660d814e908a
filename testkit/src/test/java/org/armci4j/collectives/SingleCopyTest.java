package org.armci4j.collectives;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Long vectors that lie where other ranks reach them, or some do and others not: ranks that are
 * threads and ranks that are processes, against the oracle.
 */
class SingleCopyTest {
  /**
   * The largest has several pieces of each kind, odd ones at the end: of 128 KiB on the way to an
   * array and through the board's slots, and of 64 KiB in each rank's share of a reduction.
   */
  private static final int MAX_COUNT = 40_009;

  private static final int[] SHORT_COUNTS = {4096, 5003};
  private static final int[] COUNTS = {4096, 5003, MAX_COUNT};
  private static final int TRIAL_COUNT = 512;
  private static final int TRIAL_CALLS = 40_000;
  private static final int VICTIM = 1;

  /** Where the ranks have their buffers; the last entry serves all further ranks. */
  private static final List<List<Where>> PLACES =
      List.of(
          List.of(Where.GLOBAL),
          List.of(Where.NATIVE),
          List.of(Where.IN_PLACE),
          List.of(Where.HEAP),
          List.of(Where.GLOBAL, Where.NATIVE),
          List.of(Where.NATIVE, Where.IN_PLACE, Where.GLOBAL),
          List.of(Where.HEAP, Where.NATIVE),
          List.of(Where.GLOBAL, Where.HEAP),
          List.of(Where.NATIVE, Where.HEAP));

  /** What is done otherwise by more than two ranks that have a core each. */
  private static final List<Operation> MANY_OPERATIONS =
      List.of(Operation.BROADCAST, Operation.REDUCE, Operation.ALLREDUCE);

  private static final int[] MANY_COUNTS = {3, 50, 70, 200, 601, 2500, MAX_COUNT};

  private static final List<List<Where>> MANY_PLACES =
      List.of(List.of(Where.NATIVE), List.of(Where.GLOBAL), List.of(Where.IN_PLACE));

  @Test
  void shorterOnesOfTwoThreads() {
    RankThreads.of(2).run(armci -> checkAll(armci, SHORT_COUNTS));
  }

  @Tag("long")
  @Test
  void threeThreads() {
    threads(3);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void threads(int ranks) {
    RankThreads.of(ranks).within(Duration.ofSeconds(200)).run(armci -> checkAll(armci, COUNTS));
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void processes(int ranks) {
    checkInProcesses(ranks, Map.of());
  }

  /** Where each rank has a core, as the JVM is told here, all combine a share of a long vector. */
  @Tag("release")
  @Test
  void processesWithACoreEach() {
    checkInProcesses(
        3, Map.of("JDK_JAVA_OPTIONS", "-XX:ActiveProcessorCount=3", "ARMCI_WAIT_SPINS", "20"));
  }

  /** Of many such ranks each combines a share of short vectors, too, and none reads the root's. */
  @Tag("long")
  @Test
  void manyProcessesWithACoreEach() {
    checkInProcesses(
        "many",
        8,
        Map.of("JDK_JAVA_OPTIONS", "-XX:ActiveProcessorCount=8", "ARMCI_WAIT_SPINS", "20"));
  }

  /** Calls that change from one way to another while ranks find out which is faster. */
  @Test
  void processesThatTryBothWays() {
    checkInProcesses("trial", 2, Map.of());
  }

  private static void checkInProcesses(int ranks, Map<String, String> environment) {
    checkInProcesses("check", ranks, environment);
  }

  private static void checkInProcesses(String what, int ranks, Map<String, String> environment) {
    RankProcesses.Result result =
        RankProcesses.run(ranks, Program.class, environment, Duration.ofMinutes(3), what);
    assertEquals(0, result.exitCode(), result::toString);
    assertEquals(ranks, result.output().lines().filter(l -> l.startsWith("checked ")).count());
  }

  /** The others read the victim's memory when it goes: they are told, and by name. */
  @Test
  void deathWhileRead() {
    RankProcesses.Result result = RankProcesses.run(3, Program.class, Duration.ofMinutes(2), "die");
    assertNotEquals(0, result.exitCode(), result::toString);
    List<String> told = result.output().lines().filter(l -> l.startsWith("told ")).toList();
    assertEquals(2, told.size(), result::toString);
    for (String line : told) {
      assertTrue(line.contains("rank " + VICTIM), result::toString);
    }
  }

  private static void checkAll(Armci armci, int[] counts) {
    checkAll(armci, counts, PLACES, List.of(Operation.values()));
  }

  private static void checkAll(
      Armci armci, int[] counts, List<List<Where>> allPlaces, List<Operation> operations) {
    Collectives collectives = Collectives.of(armci);
    OneCall call = new OneCall(armci, collectives, 16L * MAX_COUNT * armci.size());
    long salt = 0;
    for (Operation operation : operations) {
      Collectives direct = collectives.using(operation, "direct");
      for (List<Where> places : allPlaces) {
        Where where = Where.of(armci.rank(), places);
        for (int count : counts) {
          salt++;
          int root = (int) (salt % armci.size());
          for (Sample sample : Sample.values()) {
            call.check(direct, operation, sample, count, root, where, true, salt);
          }
        }
      }
    }
  }

  /** The same calls in steps. */
  private static void checkInFlight(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    long salt = 0;
    for (Operation operation : MANY_OPERATIONS) {
      for (int count : MANY_COUNTS) {
        for (Sample sample : Sample.values()) {
          salt++;
          int root = (int) (salt % armci.size());
          InFlight call =
              new InFlight(operation, sample, armci.rank(), armci.size(), count, root, false, salt);
          call.start(collectives.nonblocking());
          call.handle().await();
          call.verify();
        }
      }
    }
  }

  /** As many calls as a trial has, and some behind it; every tenth with one in flight about it. */
  private static void checkTrial(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    int ranks = armci.size();
    try (Arena arena = Arena.ofConfined()) {
      Elements mine = longs(arena, TRIAL_COUNT);
      Elements everyones = longs(arena, (long) ranks * TRIAL_COUNT);
      Elements started = longs(arena, (long) ranks * TRIAL_COUNT);
      for (int call = 0; call < TRIAL_CALLS; call++) {
        long salt = (long) call * ranks;
        mine.segment().setAtIndex(JAVA_LONG, call % TRIAL_COUNT, salt + armci.rank());
        boolean both = call % 10 == 0;
        Handle handle = both ? collectives.nonblocking().allgather(mine, started) : null;
        collectives.allgather(mine, everyones);
        if (both) {
          handle.await();
        }
        for (int rank = 0; rank < ranks; rank++) {
          long at = (long) rank * TRIAL_COUNT + call % TRIAL_COUNT;
          assertEquals(salt + rank, everyones.segment().getAtIndex(JAVA_LONG, at));
          if (both) {
            assertEquals(salt + rank, started.segment().getAtIndex(JAVA_LONG, at));
          }
        }
      }
    }
  }

  private static Elements longs(Arena arena, long count) {
    return Elements.of(arena.allocate(8 * count, 8), 0, count, ElementType.LONG);
  }

  /** What ranks that are processes run. */
  static final class Program {
    private static final int DEATH_AFTER_CALLS = 200;
    private static final int ELEMENTS = 1 << 17;

    private Program() {}

    public static void main(String[] arguments) {
      try (Armci armci = Armci.open()) {
        switch (arguments[0]) {
          case "check" -> checkAll(armci, COUNTS);
          case "trial" -> checkTrial(armci);
          case "many" -> {
            checkAll(armci, MANY_COUNTS, MANY_PLACES, MANY_OPERATIONS);
            checkInFlight(armci);
          }
          default -> readUntilDeath(armci);
        }
        System.out.println("checked " + armci.rank());
      }
    }

    @SuppressWarnings("InfiniteLoopStatement")
    private static void readUntilDeath(Armci armci) {
      Collectives collectives = Collectives.of(armci);
      try (Arena arena = Arena.ofConfined()) {
        Elements mine = longs(arena, ELEMENTS);
        Elements everyones = longs(arena, (long) ELEMENTS * armci.size());
        for (int calls = 0; true; calls++) {
          if (calls == DEATH_AFTER_CALLS && armci.rank() == VICTIM) {
            new Thread(() -> Runtime.getRuntime().halt(9)).start();
          }
          collectives.allgather(mine, everyones);
        }
      } catch (ArmciException e) {
        System.out.println("told " + e.getMessage());
        throw e;
      }
    }
  }
}
