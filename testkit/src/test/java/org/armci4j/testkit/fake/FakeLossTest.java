package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.job.DyingRanks;
import org.armci4j.testkit.job.KilledJobs;
import org.armci4j.testkit.job.RandomTransfers;
import org.armci4j.transport.ListProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loses ranks of the fake network amid random transfers: a connection to a dead rank fails before
 * the news of its death, or after it, or never. Transfers to dead ranks throw, those among the
 * others never do, and what these have moved is right. Collectives of the others go on as well.
 */
class FakeLossTest {
  private static final int RANKS = 4;
  private static final int JOBS = 3;
  private static final int TRANSFERS = 250;
  private static final int PART_BYTES = 1000;
  private static final int DYING_BYTES = 1013; // no other put is as long
  private static final int COLLECTIVE_JOBS = 10;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int GATHERED_BYTES = 20_000;

  /** Names the routes through the network layer. */
  enum Route {
    ATOMICS(settings -> settings),
    HELPER(
        settings ->
            settings.set(FakeSettings.ATOMICS, false).set(FakeSettings.ASSISTED_GETS, true)),
    TIGHT(
        settings ->
            settings
                .set(FakeSettings.DEPTH, 2)
                .set(FakeSettings.CREDITS, 1)
                .set(FakeSettings.QUEUED, 1)),
    PACKED(settings -> settings.set(FakeSettings.LISTS, ListProtocol.PACKED)),
    ASSISTED(settings -> settings.set(FakeSettings.LISTS, ListProtocol.ASSISTED)),
    STRIPED(settings -> settings.set(FakeSettings.PATHS, 5)),
    GATHERED(
        settings ->
            settings.set(FakeSettings.GATHERED_BYTES, 64).set(FakeSettings.RANKS_SERVE, true));

    @SuppressWarnings("ImmutableEnumChecker") // a change keeps nothing
    private final UnaryOperator<SettingsBuilder> change;

    Route(UnaryOperator<SettingsBuilder> change) {
      this.change = change;
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOthersTransfersGoOn(Route route) throws InterruptedException {
    for (int seed = FakeJobs.SEED; seed < FakeJobs.SEED + JOBS; seed++) {
      System.out.println("fake.seed=" + seed + ": " + route);
      int drawn = seed;
      run(seed, route.change, armci -> transfer(armci, drawn));
    }
  }

  private static void run(
      int seed, UnaryOperator<SettingsBuilder> change, DyingRanks.Program program)
      throws InterruptedException {
    DyingRanks.run(
        RANKS,
        LIMIT,
        settings ->
            change
                .apply(settings)
                .set(ArmciSettings.TRANSPORT, FakeProvider.NAME)
                .set(FakeSettings.SEED, seed)
                .set(FakeSettings.DYING_BYTES, DYING_BYTES),
        program);
  }

  private static boolean transfer(Armci armci, int seed) {
    GlobalMemory room = armci.allocate(DYING_BYTES);
    RandomTransfers transfers = new RandomTransfers(armci, seed, PART_BYTES);
    KilledJobs.meet(armci);
    SplittableRandom death = new SplittableRandom(97L * seed + armci.rank());
    boolean dies = armci.rank() > 0 && death.nextInt(3) > 0;
    transfers.transfer(dies ? death.nextInt(TRANSFERS) : TRANSFERS);
    if (dies) {
      die(armci, room, death.nextInt(5_000_000));
    } else {
      try (armci) {
        transfers.checkAll();
      }
    }
    return dies;
  }

  /** Dies, and some time before the others are told. */
  private static void die(Armci armci, GlobalMemory room, long nanos) {
    MemorySegment source = MemorySegment.ofArray(new byte[DYING_BYTES]);
    armci.nbPut(source, room, 0, 0, armci.newHandle());
    long endNanos = System.nanoTime() + nanos;
    while (System.nanoTime() < endNanos) {
      Thread.onSpinWait();
    }
  }

  /**
   * Each writes to memory of the others, which one of them takes back when it learns of the death.
   */
  @Test
  void theOthersCollectivesGoOn() throws InterruptedException {
    for (int seed = FakeJobs.SEED; seed < FakeJobs.SEED + COLLECTIVE_JOBS; seed++) {
      System.out.println("fake.seed=" + seed + ": collectives");
      int drawn = seed;
      run(seed, settings -> settings, armci -> gather(armci, drawn));
    }
  }

  private static boolean gather(Armci armci, int seed) {
    GlobalMemory room = armci.allocate(DYING_BYTES);
    SplittableRandom death = new SplittableRandom(seed);
    int rounds = death.nextInt(10);
    KilledJobs.meet(armci);
    try {
      Collectives collectives = Collectives.of(armci);
      for (int round = 0; armci.rank() != RANKS - 1 || round < rounds; round++) {
        gather(collectives, armci.rank(), RANKS);
      }
    } catch (RankFailedException failed) {
      goOn(armci);
      return false;
    }
    die(armci, room, death.nextInt(2_000_000));
    return true;
  }

  private static void goOn(Armci armci) {
    try (armci;
        Group left = armci.world().shrink();
        Collectives collectives = Collectives.of(armci, left)) {
      for (int round = 0; round < 10; round++) {
        gather(collectives, left.rank(), left.size());
      }
      left.barrier();
    }
  }

  /** Gathers memory that a network may write in place. */
  private static void gather(Collectives collectives, int place, int places) {
    Arena arena = Arena.ofAuto();
    MemorySegment mine = arena.allocate(GATHERED_BYTES, 8);
    MemorySegment all = arena.allocate((long) places * GATHERED_BYTES, 8);
    mine.fill((byte) (1 + place));
    collectives.allgather(Elements.of(mine, ElementType.BYTE), Elements.of(all, ElementType.BYTE));
    for (int from = 0; from < places; from++) {
      assertEquals(1 + from, all.get(ValueLayout.JAVA_BYTE, (1L + from) * GATHERED_BYTES - 1));
    }
  }
}
