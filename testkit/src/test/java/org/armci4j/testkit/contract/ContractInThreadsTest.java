package org.armci4j.testkit.contract;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.contracts.Contract;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs every contract on every transport of one host, with ranks as threads of this JVM. */
class ContractInThreadsTest {
  /** Rank counts of the short tests on {@code local}; long and release tests run the others. */
  private static final List<Integer> LOCAL = List.of(3);

  private static final List<Integer> SHM = List.of(2);

  private static final double MANY_RANKS_SCALE = 0.1;

  @TestFactory
  Stream<DynamicTest> local() {
    return tests("local", LOCAL);
  }

  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm", SHM);
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicTest> alone() {
    return tests("local", List.of(1));
  }

  /** Runs all in one job, whose ranks are many more than there are cores. */
  @Tag("long")
  @Test
  void many() {
    RankThreads.of(8)
        .over("shm")
        .within(Duration.ofMinutes(10))
        .run(armci -> Contracts.run(armci, Contracts.all(MANY_RANKS_SCALE)));
  }

  @Tag("release")
  @TestFactory
  Stream<DynamicTest> localWithOtherRanks() {
    return tests("local", List.of(2, 4, 5, 8));
  }

  @Tag("release")
  @TestFactory
  Stream<DynamicTest> shmWithOtherRanks() {
    return tests("shm", List.of(1, 3, 4, 5, 8));
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
                    Text.format("%s, %s, %d ranks", check.getKey(), transport, ranks),
                    () -> RankThreads.of(ranks).over(transport).run(check.getValue()::run)));
  }
}
