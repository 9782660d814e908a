package org.armci4j.testkit.lab;

import org.armci4j.testkit.conformance.Kit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the conformance kit through an RDMA device, with little of its full work. The system
 * property {@code conformance.seed} repeats the run that named this seed.
 */
class ConformanceLab {
  private static final double SCALE = 0.001;

  private static final long SEED = Long.getLong("conformance.seed", System.nanoTime());

  @Test
  void everyResultIsExactInShortQueues() {
    everyResultIsExact(Wiring.TIGHT, 2);
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"ASSISTED, 2", "PACKED, 2", "ASSISTED, 3"})
  void everyResultIsExact(Wiring wiring, int ranks) {
    System.out.println("conformance.seed=" + SEED);
    wiring.ranks(ranks).run(armci -> Kit.run(armci, SEED, SCALE));
  }
}
