package org.armci4j.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.testkit.harness.RankProcesses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs every contract with ranks as real processes of this host. */
class ContractInProcessesTest {
  @Test
  void everyContractHoldsOnThreeRanks() {
    everyContractHolds(3);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void everyContractHolds(int ranks) {
    RankProcesses.Result result =
        RankProcesses.run(ranks, ContractProgram.class, Duration.ofMinutes(6), "1");
    assertEquals(0, result.exitCode(), result.errors());
    List<String> expected =
        Contracts.ALL.stream()
            .flatMap(contract -> contract.checks().keySet().stream())
            .map(name -> Contracts.HELD + name)
            .toList();
    assertEquals(expected, result.output().lines().toList());
    assertEquals("", result.errors());
  }
}
