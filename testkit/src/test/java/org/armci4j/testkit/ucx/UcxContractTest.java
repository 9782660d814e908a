package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.testkit.contract.ContractProgram;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs every contract through UCX, over TCP on the loopback device. {@code UcxHostsTest} runs them
 * between processes on two hosts, {@code UcxLanesTest} over two devices.
 */
class UcxContractTest {
  private static final double SCALE = 0.01;

  /** Scale for many ranks: they and their helper threads share the cores of one machine. */
  private static final double MANY_RANKS_SCALE = 0.003;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  @Tag("long")
  @Test
  void everyContractHoldsOnThree() {
    everyContractHoldsInThreads(3);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void everyContractHoldsInThreads(int ranks) {
    UcxJobs.threads(ranks)
        .within(Duration.ofMinutes(4))
        .run(armci -> Contracts.run(armci, Contracts.all(ranks > 2 ? MANY_RANKS_SCALE : SCALE)));
  }

  /**
   * Lets the helper thread do everything that it can, lists in messages too, with queues as short
   * as possible.
   */
  @Tag("long")
  @Test
  void everyContractHoldsWithShortQueues() {
    withShortQueues(UcxSettings.Atomics.HELPER, ListProtocol.PACKED);
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"CPU, DIRECT", "DEVICE, PACKED"})
  void everyContractHoldsWithShortQueuesToo(UcxSettings.Atomics atomics, ListProtocol lists) {
    withShortQueues(atomics, lists);
  }

  private static void withShortQueues(UcxSettings.Atomics atomics, ListProtocol lists) {
    UcxJobs.threads(3)
        .with(UcxSettings.ATOMICS, atomics)
        .with(UcxSettings.LISTS, lists)
        .with(UcxSettings.DEPTH, 16)
        .with(UcxSettings.CREDITS, 1)
        .within(Duration.ofMinutes(4))
        .run(armci -> Contracts.run(armci, Contracts.all(MANY_RANKS_SCALE)));
  }

  /** Lets ranks share memory, so that only a few operations go through UCX. */
  @Tag("long")
  @Test
  void everyContractHoldsInSharedMemory() {
    UcxJobs.threads(2)
        .with(UcxSettings.SAME_HOST, UcxSettings.SameHost.SHARED)
        .run(armci -> Contracts.run(armci, Contracts.all(SCALE)));
  }

  @Tag("release")
  @Test
  void everyContractHoldsInProcesses() {
    RankProcesses.Result result =
        RankProcesses.run(
            5,
            ContractProgram.class,
            UcxJobs.ENVIRONMENT,
            Duration.ofMinutes(4),
            Double.toString(MANY_RANKS_SCALE));
    assertEquals(0, result.exitCode(), result.output() + result.errors());
  }
}
