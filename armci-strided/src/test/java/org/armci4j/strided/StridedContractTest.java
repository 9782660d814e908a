package org.armci4j.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.ArmciSettings;
import org.armci4j.testkit.Contract;
import org.armci4j.testkit.RankProcesses;
import org.armci4j.testkit.RankThreads;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contracts of shapes on every transport of one host, in threads and processes. */
class StridedContractTest {
  private static final List<Integer> RANKS = List.of(1, 2, 3, 4, 8);

  @TestFactory
  Stream<DynamicTest> local() {
    return tests("local");
  }

  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void processes(int ranks) {
    RankProcesses.Result result =
        RankProcesses.run(
            ranks,
            StridedContractMain.class,
            Map.of("ARMCI_CHECK_OVERLAP", "true"),
            Duration.ofMinutes(2));
    assertEquals(0, result.exitCode(), result.errors());
    List<String> expected =
        StridedContractMain.CONTRACTS.stream()
            .flatMap(contract -> contract.checks().keySet().stream())
            .toList();
    assertEquals(expected, result.output().lines().toList());
  }

  private static Stream<DynamicTest> tests(String transport) {
    return RANKS.stream()
        .flatMap(
            ranks ->
                StridedContractMain.CONTRACTS.stream()
                    .flatMap(contract -> tests(contract, transport, ranks)));
  }

  private static Stream<DynamicTest> tests(Contract contract, String transport, int ranks) {
    return contract.checks().entrySet().stream()
        .map(
            check ->
                dynamicTest(
                    "%s, %s, %d ranks".formatted(check.getKey(), transport, ranks),
                    () ->
                        RankThreads.of(ranks)
                            .over(transport)
                            .with(ArmciSettings.CHECK_OVERLAP, true)
                            .run(check.getValue())));
  }
}
