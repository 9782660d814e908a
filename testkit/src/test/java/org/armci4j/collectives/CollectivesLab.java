package org.armci4j.collectives;

import java.time.Duration;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs every algorithm of every collective once through an RDMA device, against the oracle. */
class CollectivesLab {
  @Test
  void giveToFour() {
    give(4);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void give(int ranks) {
    RankThreads.of(ranks)
        .over("verbs")
        .with(VerbsSettings.SAME_HOST, VerbsSettings.SameHost.DEVICE)
        .within(Duration.ofMinutes(5))
        .with(CollectivesSettings.CHECK, true)
        .run(EveryAlgorithm::give);
  }
}
