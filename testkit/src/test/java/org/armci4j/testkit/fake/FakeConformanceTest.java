package org.armci4j.testkit.fake;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.armci4j.testkit.conformance.Kit;
import org.armci4j.testkit.fake.FakeNetworkTest.Route;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs collectives in flight and many threads at once, as the conformance kit mixes them, on a
 * network that delays and completes out of order. The system property {@code conformance.seed}
 * repeats the draws of a run; {@code conformance.minutes} lets the threads run for longer.
 */
class FakeConformanceTest {
  private static final double SCALE = 0.003;
  private static final double KIT_SCALE = 0.001;
  private static final double LONGER_SCALE = 0.02;
  private static final double THREADS_SCALE = 0.01;

  /** On a busy machine; the program itself finds threads that are stuck. */
  private static final Duration THREADS_LIMIT = Duration.ofMinutes(30);

  private static final long MINUTES = Long.getLong("conformance.minutes", 0);
  private static final long SEED = Long.getLong("conformance.seed", System.nanoTime());

  @ParameterizedTest
  @CsvSource({"ATOMICS, 2", "TIGHT_HELPER, 3", "SHARED, 4"})
  void collectivesInFlight(Route route, int ranks) {
    route.ranks(ranks).run(armci -> Kit.run(armci, "collectives-nb", SEED, SCALE));
  }

  @ParameterizedTest
  @CsvSource({"ATOMICS, 2", "GATHERED, 3"})
  void thirteenThreads(Route route, int ranks) {
    runThreads(route, ranks, SEED);
  }

  private static void runThreads(Route route, int ranks, long seed) {
    route
        .ranks(ranks)
        .within(THREADS_LIMIT)
        .run(armci -> Kit.run(armci, "threads", seed, THREADS_SCALE));
  }

  @Tag("release")
  @ParameterizedTest
  @EnumSource(Route.class)
  void thirteenThreadsOnEveryRoute(Route route) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES) / Route.values().length;
    for (long seed = SEED; seed == SEED || System.nanoTime() < end; seed++) {
      runThreads(route, 2, seed);
    }
  }

  /** Runs all programs with every transfer divided among paths. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"FAILING_ALL, 2", "TIGHT_STRIPED, 2"})
  void theKitOverSeveralPaths(Route route, int ranks) {
    route.ranks(ranks).run(armci -> Kit.run(armci, SEED, KIT_SCALE));
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"STRIPED, 3", "FAILING_PATHS, 2", "FAILING_FIRST, 2"})
  void theKitOverSeveralPathsToo(Route route, int ranks) {
    route.ranks(ranks).run(armci -> Kit.run(armci, SEED, KIT_SCALE));
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "ATOMICS, 1",
    "HELPER, 2",
    "TIGHT, 3",
    "ATOMICS, 4",
    "TIGHT_HELPER, 5",
    "SHARED, 6",
    "TIGHT, 7",
    "ATOMICS, 8"
  })
  void moreCollectivesInFlight(Route route, int ranks) {
    route.ranks(ranks).run(armci -> Kit.run(armci, "collectives-nb", SEED, LONGER_SCALE));
  }
}
