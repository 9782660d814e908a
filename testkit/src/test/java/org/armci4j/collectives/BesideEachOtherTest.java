package org.armci4j.collectives;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.armci4j.lab.contracts.CollectiveContract;
import org.armci4j.testkit.fake.FakeJobs;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the contract of collectives over networks; {@code ContractInThreadsTest} and {@code
 * ContractInProcessesTest} run it in memory.
 */
class BesideEachOtherTest {
  private static final double SCALE = 0.5;

  @TestFactory
  Stream<DynamicTest> fake() {
    return tests(FakeJobs.threads(3));
  }

  @TestFactory
  Stream<DynamicTest> ucx() {
    UcxJobs.requireUcx();
    return tests(UcxJobs.threads(2));
  }

  private static Stream<DynamicTest> tests(RankThreads job) {
    return new CollectiveContract(SCALE)
        .checks().entrySet().stream()
            .map(check -> dynamicTest(check.getKey(), () -> job.run(check.getValue()::run)));
  }
}
