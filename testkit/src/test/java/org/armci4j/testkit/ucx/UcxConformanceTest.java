package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.armci4j.testkit.conformance.Conformance;
import org.armci4j.testkit.conformance.Kit;
import org.armci4j.testkit.harness.RankProcesses;
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
    RankProcesses.Result result =
        RankProcesses.run(
            2,
            Conformance.class,
            UcxJobs.ENVIRONMENT,
            Duration.ofMinutes(4),
            "--scale",
            Double.toString(SCALE),
            "--seed",
            Long.toString(SEED));
    assertEquals(0, result.exitCode(), result.output() + result.errors());
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
    RankProcesses.Result result =
        RankProcesses.run(
            3,
            Conformance.class,
            UcxJobs.ENVIRONMENT,
            Duration.ofMinutes(3),
            "threads",
            "--scale",
            Double.toString(THREADS_SCALE),
            "--seed",
            Long.toString(SEED));
    assertEquals(0, result.exitCode(), result.output() + result.errors());
  }
}
