package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.testkit.contract.ContractMain;
import org.armci4j.testkit.harness.Prerequisite;
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
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void everyContractHoldsInThreads(int ranks) {
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
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void everyContractHoldsInProcesses(int ranks) {
    everyContractHolds(ranks, Map.of());
  }

  /**
   * Two devices of one host, and messages cut in so short parts that UCX divides them among its
   * lanes; {@code UcxLanesTest} sees both carry them between hosts.
   */
  @Tag("long")
  @Test
  void everyContractHoldsOnSeveralLanes() throws SocketException {
    List<String> devices =
        NetworkInterface.networkInterfaces()
            .filter(UcxContractTest::isUsable)
            .map(NetworkInterface::getName)
            .limit(2)
            .toList();
    Prerequisite.require(devices.size() == 2, () -> "two network devices with IPv4: " + devices);
    everyContractHolds(
        2,
        Map.of(
            UcxSettings.DEVICES.environmentName(),
            String.join(",", devices),
            "UCX_MAX_EAGER_LANES",
            "2",
            "UCX_MAX_RNDV_LANES",
            "2",
            "UCX_TCP_TX_SEG_SIZE",
            "2k",
            "UCX_TCP_RX_SEG_SIZE",
            "2k"));
  }

  private static boolean isUsable(NetworkInterface device) {
    try {
      return device.isUp() && device.inetAddresses().anyMatch(Inet4Address.class::isInstance);
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void everyContractHolds(int ranks, Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(UcxJobs.ENVIRONMENT);
    all.putAll(environment);
    RankProcesses.Result result =
        RankProcesses.run(
            ranks,
            ContractMain.class,
            all,
            Duration.ofMinutes(3),
            "--scale",
            Double.toString(SCALE));
    assertEquals(0, result.exitCode(), result.output() + result.errors());
  }
}
