package org.armci4j.testkit.contract;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every contract on every transport of one host, with ranks as threads of this JVM. */
class ContractInThreadsTest {
  private static final List<Integer> RANKS = List.of(1, 2, 3, 4);
  private static final List<Integer> MANY_RANKS = List.of(8);

  @TestFactory
  Stream<DynamicTest> local() {
    return tests("local", RANKS);
  }

  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm", RANKS);
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicTest> localWithManyRanks() {
    return tests("local", MANY_RANKS);
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicTest> shmWithManyRanks() {
    return tests("shm", MANY_RANKS);
  }

  private static Stream<DynamicTest> tests(String transport, List<Integer> rankCounts) {
    return rankCounts.stream()
        .flatMap(
            ranks -> Contracts.ALL.stream().flatMap(contract -> tests(contract, transport, ranks)));
  }

  private static Stream<DynamicTest> tests(Contract contract, String transport, int ranks) {
    return contract.checks().entrySet().stream()
        .map(
            check ->
                dynamicTest(
                    "%s, %s, %d ranks".formatted(check.getKey(), transport, ranks),
                    () -> RankThreads.of(ranks).over(transport).run(check.getValue())));
  }
}
