package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.SettingsBuilder;

/**
 * Runs jobs of this JVM that go on without ranks that die. A rank that has died does nothing any
 * more, but its memory and its connections live on.
 */
public final class DyingRanks {
  private final LocalJob job;
  private final Duration limit;
  private final UnaryOperator<SettingsBuilder> settings;
  private final Program program;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Armci> dead = new ConcurrentLinkedQueue<>();

  /** The program of each rank. */
  public interface Program {
    /**
     * Runs on one rank, and closes its runtime unless the rank dies.
     *
     * @return whether the rank has died
     */
    boolean run(Armci armci) throws Exception;
  }

  private DyingRanks(
      int ranks, Duration limit, UnaryOperator<SettingsBuilder> settings, Program program) {
    this.limit = limit;
    this.job = LocalJob.create(ranks);
    this.settings = settings;
    this.program = program;
  }

  /**
   * Runs the program on all ranks; fails when a rank that has not died throws, or never ends.
   *
   * @param limit of each rank
   * @param settings sets the transport
   */
  public static void run(
      int ranks, Duration limit, UnaryOperator<SettingsBuilder> settings, Program program)
      throws InterruptedException {
    DyingRanks all = new DyingRanks(ranks, limit, settings, program);
    all.run(ranks);
    assertEquals(List.of(), List.copyOf(all.failures));
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
      thread.join(limit);
      if (thread.isAlive()) {
        AssertionError late = new AssertionError(thread.getName() + " did not end; it is here:");
        late.setStackTrace(thread.getStackTrace());
        late.printStackTrace();
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
            .set(ArmciSettings.SHM_RESERVE, false)
            .set(BootstrapSettings.ON_FAILURE, OnFailure.CONTINUE);
    try {
      Armci armci = Armci.open(job.membership(rank), builder.resolve());
      if (program.run(armci)) {
        dead.add(armci);
        job.lose(rank, "has died");
      }
    } catch (Throwable thrown) {
      failures.add(thrown);
      job.fail(rank, thrown.toString());
    }
  }
}
