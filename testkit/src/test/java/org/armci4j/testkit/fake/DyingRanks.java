package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.SettingsBuilder;

/** Runs a job over the fake network that goes on without ranks that die. */
final class DyingRanks {
  private static final int DYING_BYTES = 1013; // no other put is as long
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final LocalJob job;
  private final UnaryOperator<SettingsBuilder> settings;
  private final Program program;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Armci> dead = new ConcurrentLinkedQueue<>();

  /** What each rank runs. */
  interface Program {
    /**
     * Runs on one rank, and closes its runtime unless the rank dies.
     *
     * @param room memory for {@link #die}
     * @return whether the rank has died
     */
    boolean run(Armci armci, GlobalMemory room) throws Exception;
  }

  private DyingRanks(int ranks, UnaryOperator<SettingsBuilder> settings, Program program) {
    this.job = LocalJob.create(ranks);
    this.settings = settings;
    this.program = program;
  }

  /** Runs the program on all ranks; fails when a rank that has not died throws, or never ends. */
  static void run(int ranks, int seed, UnaryOperator<SettingsBuilder> settings, Program program)
      throws InterruptedException {
    DyingRanks all =
        new DyingRanks(
            ranks, builder -> settings.apply(builder).set(FakeSettings.SEED, seed), program);
    all.run(ranks);
    assertEquals(List.of(), List.copyOf(all.failures), "seed " + seed);
  }

  private void run(int ranks) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int number = rank;
      Thread thread =
          new Thread(
              new RankThreadGroup(job.membership(rank)),
              () -> runOrNote(number),
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

  private void runOrNote(int rank) {
    SettingsBuilder builder =
        settings
            .apply(ArmciSettings.builder())
            .set(ArmciSettings.TRANSPORT, FakeProvider.NAME)
            .set(ArmciSettings.SHM_RESERVE, false)
            .set(BootstrapSettings.ON_FAILURE, OnFailure.CONTINUE)
            .set(FakeSettings.DYING_BYTES, DYING_BYTES);
    try {
      Armci armci = Armci.open(job.membership(rank), builder.resolve());
      if (program.run(armci, armci.allocate(DYING_BYTES))) {
        dead.add(armci);
        job.lose(rank, "has died");
      }
    } catch (Throwable thrown) {
      failures.add(thrown);
      job.fail(rank, thrown.toString());
    }
  }

  /** Has this rank die, up to some time before the others are told. */
  static void die(Armci armci, GlobalMemory room, long nanos) {
    MemorySegment source = MemorySegment.ofArray(new byte[DYING_BYTES]);
    armci.nbPut(source, room, 0, 0, armci.newHandle());
    spin(nanos);
  }

  static void spin(long nanos) {
    long endNanos = System.nanoTime() + nanos;
    while (System.nanoTime() < endNanos) {
      Thread.onSpinWait();
    }
  }
}
