package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.armci4j.testkit.contract.ContractMain;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every contract through UCX, over TCP on the loopback device. */
class UcxContractTest {
  private static final double SCALE = 0.01;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  @Tag("long")
  @Test
  void everyContractHoldsOnTwoRanks() {
    everyContractHolds(2);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void everyContractHolds(int ranks) {
    UcxJobs.threads(ranks)
        .within(Duration.ofMinutes(3))
        .run(armci -> UcxJobs.runContracts(armci, SCALE));
  }

  /** Whatever the helper thread can do it does, and every queue is as short as can be. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void everyContractHoldsWithWordsUpdatedByEither(UcxSettings.Atomics atomics) {
    UcxJobs.threads(3)
        .with(UcxSettings.ATOMICS, atomics)
        .with(UcxSettings.DEPTH, 16)
        .with(UcxSettings.CREDITS, 1)
        .within(Duration.ofMinutes(3))
        .run(armci -> UcxJobs.runContracts(armci, SCALE));
  }

  @Tag("long")
  @Test
  void everyContractHoldsWithPackedLists() {
    UcxJobs.threads(3)
        .with(UcxSettings.LISTS, ListProtocol.PACKED)
        .within(Duration.ofMinutes(3))
        .run(armci -> UcxJobs.runContracts(armci, SCALE));
  }

  /** Ranks share memory, and only a few things go through UCX. */
  @Tag("long")
  @Test
  void everyContractHoldsInSharedMemory() {
    UcxJobs.threads(2)
        .with(UcxSettings.SAME_HOST, UcxSettings.SameHost.SHARED)
        .run(armci -> UcxJobs.runContracts(armci, SCALE));
  }

  @Tag("long")
  @Test
  void everyContractHoldsOnTwoProcesses() {
    RankProcesses.Result result =
        RankProcesses.run(
            2,
            ContractMain.class,
            UcxJobs.ENVIRONMENT,
            Duration.ofMinutes(3),
            "--scale",
            Double.toString(SCALE));
    assertEquals(0, result.exitCode(), result.output() + result.errors());
  }
}
