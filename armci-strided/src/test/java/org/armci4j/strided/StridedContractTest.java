package org.armci4j.strided;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.armci4j.ArmciSettings;
import org.armci4j.testkit.Contract;
import org.armci4j.testkit.RankThreads;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The contracts of shapes on every transport of one host, ranks as threads, overlaps refused. */
class StridedContractTest {
  private static final List<Contract> CONTRACTS =
      List.of(new SectionContract(), new VectorContract(), new ShapedAccumulateContract());
  private static final List<Integer> RANKS = List.of(1, 2, 3, 4, 8);

  @TestFactory
  Stream<DynamicTest> local() {
    return tests("local");
  }

  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm");
  }

  private static Stream<DynamicTest> tests(String transport) {
    return RANKS.stream()
        .flatMap(
            ranks -> CONTRACTS.stream().flatMap(contract -> tests(contract, transport, ranks)));
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
