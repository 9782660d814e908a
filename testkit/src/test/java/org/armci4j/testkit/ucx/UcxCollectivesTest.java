package org.armci4j.testkit.ucx;

import java.time.Duration;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.EveryAlgorithm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs every algorithm of every collective through UCX on the loopback device, against the oracle.
 */
@Tag("long")
class UcxCollectivesTest {
  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
  void everyAlgorithmGives(int ranks) {
    UcxJobs.threads(ranks)
        .with(CollectivesSettings.CHECK, true)
        .within(Duration.ofMinutes(3))
        .run(EveryAlgorithm::give);
  }
}
