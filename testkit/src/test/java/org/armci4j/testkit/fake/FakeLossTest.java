package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.testkit.job.KilledJobs;
import org.armci4j.testkit.job.RandomTransfers;
import org.armci4j.transport.ListProtocol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loses ranks of the fake network amid random transfers: a connection to a dead rank fails before
 * the news of its death, or after it, or never. Transfers to dead ranks throw, those among the
 * others never do, and what these have moved is right.
 */
class FakeLossTest {
  private static final int RANKS = 4;
  private static final int JOBS = 3;
  private static final int TRANSFERS = 250;
  private static final int PART_BYTES = 1000;
  private static final int DYING_BYTES = 1013; // no other put is as long
  private static final Duration LIMIT = Duration.ofMinutes(3);

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

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Armci> dead = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @EnumSource
  void theOthersTransfersGoOn(Route route) throws InterruptedException {
    for (int seed = FakeJobs.SEED; seed < FakeJobs.SEED + JOBS; seed++) {
      System.out.println("fake.seed=" + seed + ": " + route);
      run(route, seed);
      assertEquals(List.of(), List.copyOf(failures), "seed " + seed);
    }
  }

  private void run(Route route, int seed) throws InterruptedException {
    LocalJob job = LocalJob.create(RANKS);
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      int number = rank;
      Thread thread =
          new Thread(
              new RankThreadGroup(job.membership(rank)),
              () -> runOrNote(job, number, route, seed),
              "test-rank-" + rank);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join(LIMIT);
      if (thread.isAlive()) {
        AssertionError late = new AssertionError(thread.getName() + " did not end; it is here:");
        late.setStackTrace(thread.getStackTrace());
        failures.add(late);
      }
    }
    job.fail(0, "the test is over"); // else the dead ranks would wait for the network
    for (Armci armci = dead.poll(); armci != null; armci = dead.poll()) {
      try {
        armci.close();
      } catch (RuntimeException over) {
        // It has died long since.
      }
    }
  }

  private void runOrNote(LocalJob job, int rank, Route route, int seed) {
    SettingsBuilder settings =
        route
            .change
            .apply(ArmciSettings.builder())
            .set(ArmciSettings.TRANSPORT, FakeProvider.NAME)
            .set(ArmciSettings.SHM_RESERVE, false)
            .set(BootstrapSettings.ON_FAILURE, OnFailure.CONTINUE)
            .set(FakeSettings.SEED, seed)
            .set(FakeSettings.DYING_BYTES, DYING_BYTES);
    try {
      Armci armci = Armci.open(job.membership(rank), settings.resolve());
      RandomTransfers transfers = new RandomTransfers(armci, seed, PART_BYTES);
      GlobalMemory room = armci.allocate(DYING_BYTES);
      KilledJobs.meet(armci);
      Random death = new Random(97L * seed + rank);
      boolean dies = rank > 0 && death.nextInt(3) > 0;
      transfers.transfer(dies ? death.nextInt(TRANSFERS) : TRANSFERS);
      if (dies) {
        dead.add(armci);
        die(armci, room, death);
        job.lose(rank, "has died");
        return;
      }
      goOn(armci, transfers);
    } catch (Throwable thrown) {
      failures.add(thrown);
      job.fail(rank, thrown.toString());
    }
  }

  /** Dies at once, and some time before the others are told. */
  private static void die(Armci armci, GlobalMemory room, Random random) {
    MemorySegment source = MemorySegment.ofArray(new byte[DYING_BYTES]);
    armci.nbPut(source, room, 0, 0, armci.newHandle());
    long endNanos = System.nanoTime() + random.nextInt(5_000_000);
    while (System.nanoTime() < endNanos) {
      Thread.onSpinWait();
    }
  }

  private static void goOn(Armci armci, RandomTransfers transfers) {
    try (armci) {
      Group left = transfers.checkAll();
      try (Collectives collectives = Collectives.of(armci, left)) {
        assertEquals(left.size(), collectives.allreduce(1L, Reduction.SUM));
        collectives.barrier();
      }
    }
  }
}
