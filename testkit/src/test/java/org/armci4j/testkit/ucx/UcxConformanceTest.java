package org.armci4j.testkit.ucx;

import java.time.Duration;
import org.armci4j.testkit.conformance.Kit;
import org.armci4j.testkit.conformance.KitProcesses;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the conformance kit with little of its full work, through UCX on the loopback device. */
class UcxConformanceTest {
  private static final double SCALE = 0.004;
  private static final double THREADS_SCALE = 0.05;
  private static final long SEED = Long.getLong("conformance.seed", System.nanoTime());

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  @Tag("long")
  @Test
  void everyProgramPassesOnTwoProcesses() {
    KitProcesses.run(2, UcxJobs.ENVIRONMENT, SCALE, SEED);
  }

  @Tag("long")
  @Test
  void collectivesInFlightOfFour() {
    collectivesInFlight(4);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void collectivesInFlight(int ranks) {
    UcxJobs.threads(ranks)
        .within(Duration.ofMinutes(2))
        .run(armci -> Kit.run(armci, "collectives-nb", SEED, SCALE));
  }

  @Test
  void thirteenThreads() {
    KitProcesses.run(3, UcxJobs.ENVIRONMENT, THREADS_SCALE, SEED, "threads");
  }
}
