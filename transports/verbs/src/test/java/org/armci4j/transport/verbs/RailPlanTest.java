package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.port.DeviceInfo;
import org.armci4j.transport.verbs.device.port.DevicePort;
import org.armci4j.transport.verbs.device.port.Gid;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.GidEntry;
import org.armci4j.transport.verbs.device.port.PortOffer;
import org.armci4j.transport.verbs.device.port.RankOffer;
import org.junit.jupiter.api.Test;

/** Ranks agree on rails though their settings differ; needs no device. */
class RailPlanTest {
  private static final List<DeviceInfo> DEVICES = List.of(device("a", 1), device("b", 2));

  private static DeviceInfo device(String name, int network) {
    GidEntry entry = new GidEntry(0, new Gid(network, network), GidEntry.Type.INFINIBAND);
    DevicePort port =
        new DevicePort(
            1,
            DevicePort.State.ACTIVE,
            DevicePort.Link.INFINIBAND,
            network,
            0,
            4096,
            1 << 30,
            100,
            List.of(entry));
    return new DeviceInfo(name, null, List.of(port));
  }

  private static RankOffer offer(int rails, String... networks) {
    return new RankOffer(
        rails, Stream.of(networks).map(one -> new PortOffer("InfiniBand", 100, one)).toList());
  }

  /** Returns the bootstrap of rank 0 of two ranks, of which the other one makes an offer. */
  private static Bootstrap beside(RankOffer other) {
    return (Bootstrap)
        Proxy.newProxyInstance(
            Bootstrap.class.getClassLoader(),
            new Class<?>[] {Bootstrap.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "rank" -> 0;
                  case "size" -> 2;
                  case "exchange" -> List.of((byte[]) arguments[2], other.encode());
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static void assertPlan(int rails, List<String> devices, String named, RankOffer other) {
    Settings settings =
        Settings.of(List.of(BootstrapSettings.EXCHANGE_TIMEOUT))
            .environment(Map.of("ARMCI_VERBS_DEVICE", named))
            .properties(new Properties())
            .resolve()
            .with(VerbsSettings.ALL);
    RailPlan plan = RailPlan.agree(beside(other), DEVICES, settings, 0);
    assertEquals(rails, plan.rails());
    assertEquals(devices, plan.ports().stream().map(GidChoice::device).toList());
  }

  @Test
  void aHostThatNamesADeviceMeetsOneThatDoesNot() {
    assertPlan(1, List.of("b"), "b", offer(0, "1", "2"));
    assertPlan(1, List.of("b"), "auto", offer(1, "2"));
  }

  /** With 256 requests to each of 100 ranks, and four times 64 messages of lists. */
  @Test
  void aJobThatGoesOnNeedsRoomForAllCompletions() {
    RailPlan plan = new RailPlan(List.of(), 1, Settings.of(VerbsSettings.ALL).resolve());
    plan.requireRoomForAll(100, "mlx5_0 port 1", 25_600);
    ArmciException refused =
        assertThrows(
            ArmciException.class, () -> plan.requireRoomForAll(100, "mlx5_0 port 1", 25_599));
    assertEquals(
        "with onFailure=continue a queue of mlx5_0 port 1 must have room for 25600 completions, and"
            + " has room for 25599: set verbsQueueDepth (ARMCI_VERBS_QUEUE_DEPTH) to at most 128"
            + " on all ranks, or take fewer ranks",
        refused.getMessage());
  }

  /** It hears of the other rank only if it takes part in the exchange. */
  @Test
  void aRankThatNamesItsDevicesExchangesToo() {
    assertPlan(1, List.of("b"), "b,a", offer(1, "2"));
    assertPlan(2, List.of("b", "a"), "b,a", offer(2, "2", "1"));
  }

  @Test
  void withoutNamesAllPortsAreRails() {
    assertPlan(2, List.of("b", "a"), "auto", offer(0, "2"));
  }
}
