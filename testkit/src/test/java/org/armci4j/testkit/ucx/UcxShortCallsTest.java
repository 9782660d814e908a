package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.armci4j.Armci;
import org.armci4j.call.Calls;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.job.SelfSignal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks which thread serves calls of short handlers over a network, and that a death ends them.
 */
class UcxShortCallsTest {
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);
  private static final int CALLS = 200;
  private static final int TARGET = 1;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  /** Dies by a signal in a handler that all others have called. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      try (Armci armci = Armci.open()) {
        Calls calls = Calls.open(armci);
        calls.registerShort(1, (_, _, _) -> die());
        armci.barrier();
        if (armci.rank() == TARGET) {
          armci.barrier(); // its thread serves meanwhile, or the helper thread does
        } else {
          long start = System.nanoTime();
          RankFailedException failed =
              assertThrows(
                  RankFailedException.class, () -> calls.call(TARGET, 1, NOTHING, NOTHING));
          long millis = (System.nanoTime() - start) / 1_000_000;
          System.out.printf(
              Locale.ROOT,
              "told of rank %d within %d s%n",
              failed.failure().rank(),
              millis / 10_000 * 10 + 10);
        }
      }
    }

    private static int die() throws IOException, InterruptedException {
      SelfSignal.send("KILL");
      return 0;
    }
  }

  @Test
  void aTargetThatDiesInTheHandlerEndsTheCalls() throws IOException {
    RankProcesses.Result result =
        RankProcesses.run(3, Program.class, UcxJobs.ENVIRONMENT, Duration.ofMinutes(1));
    long told =
        result.output().lines().filter(line -> line.equals("told of rank 1 within 10 s")).count();
    assertEquals(2, told, result::toString);
  }

  /** Checks that the thread of the calls serves no short ones, and serves the others itself. */
  @Test
  void theThreadThatReceivesCallsServesTheShortOnes() {
    Set<String> ofShort = ConcurrentHashMap.newKeySet();
    Set<String> ofOthers = ConcurrentHashMap.newKeySet();
    UcxJobs.threads(2)
        .run(
            armci -> {
              try (Calls calls = Calls.open(armci)) {
                calls.registerShort(1, (_, _, _) -> remember(ofShort));
                calls.register(2, (_, _, _) -> remember(ofOthers));
                armci.barrier();
                for (int i = 0; armci.rank() != TARGET && i < CALLS; i++) {
                  calls.call(TARGET, 1, NOTHING, NOTHING);
                  calls.call(TARGET, 2, NOTHING, NOTHING);
                }
                armci.barrier();
              }
            });
    assertEquals(Set.of("armci-helper-1"), ofOthers);
    assertFalse(ofShort.isEmpty());
    // It may have taken one that it found beside its own: far fewer than it would be woken for.
    assertTrue(
        ofShort.contains("armci-network-1") || ofShort.contains("test-rank-1"), ofShort::toString);
  }

  private static int remember(Set<String> threads) {
    threads.add(Thread.currentThread().getName());
    return 0;
  }
}
