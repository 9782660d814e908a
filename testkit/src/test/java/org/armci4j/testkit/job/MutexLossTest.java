package org.armci4j.testkit.job;

import static org.armci4j.testkit.job.LossChecks.check;
import static org.armci4j.testkit.job.LossChecks.throwsFor;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.error.ArmciException;
import org.armci4j.error.MutexBrokenException;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Checks that mutexes go on without ranks that die as holders, in the queue, and as hosts. The
 * system property {@code test.seed} repeats the draws of a run.
 */
@EnabledOnOs(OS.LINUX)
class MutexLossTest {
  private static final int RANKS = 5;
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() % 1_000_000);

  /** Dies with a mutex, while all others wait for it. */
  private static final int HOLDER = 1;

  /** Dies at a random moment of its loop, and hosts a mutex. */
  private static final int STRAY = 2;

  /** The ranks lock mutexes, and two of them die meanwhile. */
  static final class Program {
    private static final int ROUNDS = 300;

    /** A pair of words for each mutex of rank 0, equal whenever it is free; then the count. */
    private static final long BROKEN = 4 * Long.BYTES;

    private final Armci armci;
    private final GlobalMemory memory;
    private final Mutexes mutexes;
    private final Random random;

    private Program(Armci armci, long seed) {
      this.armci = armci;
      this.memory = armci.allocate(64);
      this.mutexes = armci.createMutexes(armci.rank() == 0 ? 2 : armci.rank() == STRAY ? 1 : 0);
      this.random = new Random(seed + armci.rank());
    }

    public static void main(String[] arguments) throws Exception {
      try (Armci armci = Armci.open()) {
        Program program = new Program(armci, Long.parseLong(arguments[0]));
        if (armci.rank() == 0) {
          program.mutexes.lock(STRAY, 0);
        }
        armci.barrier();
        if (armci.rank() == HOLDER) {
          program.holdAndDie();
        }
        armci.signals().waitNotify(HOLDER);
        program.count(0); // behind the rank that dies
        if (armci.rank() == STRAY) {
          program.dieSoon();
        }
        for (int round = 0; round < ROUNDS || armci.failures().size() < 2; round++) {
          program.count(program.random.nextInt(2));
        }
        program.requireHostLost();
        armci.world().agree(true);
        long broken = armci.getLong(program.memory, 0, BROKEN);
        check("broken " + broken, broken >= 1 && broken <= 2); // the stray one's perhaps
        armci.world().agree(true);
      }
      System.out.println("ended well");
    }

    private void holdAndDie() throws InterruptedException {
      mutexes.lock(0, 0);
      armci.putLong(memory, 0, 0, 1); // the other word of the pair lacks
      for (int rank = 0; rank < RANKS; rank++) {
        if (rank != HOLDER) {
          armci.signals().notify(rank);
          armci.fence(rank);
        }
      }
      die();
    }

    /** Dies within some moments, in which the others may have queued up or not. */
    private void die() throws InterruptedException {
      new CountDownLatch(1).await(random.nextInt(50), TimeUnit.MILLISECONDS);
      Runtime.getRuntime().halt(9);
    }

    private void dieSoon() {
      Thread.ofPlatform()
          .start(
              () -> {
                try {
                  die();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
    }

    /** Counts in both words of a pair, which only the mutex keeps equal. */
    private void count(int number) {
      long first = 2L * number * Long.BYTES;
      long second = first + Long.BYTES;
      try {
        mutexes.lock(0, number);
      } catch (MutexBrokenException broken) {
        int dead = broken.failure().rank();
        check("broken by " + dead, dead == HOLDER || dead == STRAY);
        armci.putLong(memory, 0, second, armci.getLong(memory, 0, first));
        armci.longAtomics().fetchAndAdd(memory, 0, BROKEN, 1);
      }
      long count = armci.getLong(memory, 0, first);
      check("pair of " + count, armci.getLong(memory, 0, second) == count);
      armci.putLong(memory, 0, first, count + 1);
      armci.putLong(memory, 0, second, count + 1);
      check("alone at " + count, armci.getLong(memory, 0, first) == count + 1);
      mutexes.unlock(0, number);
    }

    private void requireHostLost() {
      awaitLossOfHost();
      if (armci.rank() == 0) {
        throwsFor(STRAY, "unlock", () -> mutexes.unlock(STRAY, 0));
        try {
          mutexes.unlock(STRAY, 0);
          throw new IllegalStateException("unlocked twice");
        } catch (ArmciException e) {
          check(e.toString(), e.getMessage().contains("does not hold"));
        }
      }
      throwsFor(STRAY, "lock", () -> mutexes.lock(STRAY, 0));
      throwsFor(STRAY, "tryLock", () -> mutexes.tryLock(STRAY, 0));
    }

    /**
     * Waits until this rank gives up the host's memory, a moment after it has learnt of the loss.
     */
    private void awaitLossOfHost() {
      boolean isThere = true;
      while (isThere) {
        try {
          armci.getLong(memory, STRAY, 0);
        } catch (RankFailedException lost) {
          isThere = false;
        }
      }
    }
  }

  @Test
  void mutexesGoOn() {
    run(2);
  }

  @Test
  void mutexesGoOnOverUcx() {
    UcxJobs.requireUcx();
    RankProcesses.Result result = run(SEED, UcxJobs.ENVIRONMENT);
    if (!UcxJobs.hasAborted(result)) {
      requireThatTheyWentOn(SEED, result);
    }
  }

  @Tag("release")
  @Test
  void mutexesGoOnAtManyMoments() {
    run(30);
  }

  private static void run(int jobs) {
    for (long seed = SEED; seed < SEED + jobs; seed++) {
      requireThatTheyWentOn(seed, run(seed, Map.of()));
    }
  }

  private static void requireThatTheyWentOn(long seed, RankProcesses.Result result) {
    Supplier<String> told = () -> "test.seed=" + seed + ": " + result;
    assertEquals(0, result.exitCode(), told);
    assertEquals("ended well\n".repeat(RANKS - 2), result.output(), told);
  }

  private static RankProcesses.Result run(long seed, Map<String, String> network) {
    Map<String, String> environment = new HashMap<>(network);
    environment.put("ARMCI_ON_FAILURE", "continue");
    Duration limit = Duration.ofMinutes(3);
    return RankProcesses.run(RANKS, Program.class, environment, limit, Long.toString(seed));
  }
}
