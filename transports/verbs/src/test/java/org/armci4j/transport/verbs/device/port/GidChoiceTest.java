package org.armci4j.transport.verbs.device.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks which device, port, GID and packet size are chosen; needs no device. */
class GidChoiceTest {
  private static final GidEntry LINK_V1 =
      new GidEntry(0, new Gid(0xfe80L << 48, 1), GidEntry.Type.ROCE_V1);
  private static final GidEntry LINK_V2 =
      new GidEntry(1, new Gid(0xfe80L << 48, 1), GidEntry.Type.ROCE_V2);
  private static final GidEntry IPV4_V1 = new GidEntry(2, ipv4(), GidEntry.Type.ROCE_V1);
  private static final GidEntry IPV4_V2 = new GidEntry(3, ipv4(), GidEntry.Type.ROCE_V2);
  private static final GidEntry IPV6_V2 =
      new GidEntry(4, new Gid(0x20010db8L << 32, 1), GidEntry.Type.ROCE_V2);

  private static final DeviceInfo SLOW =
      device("slow0", ethernet(1, DevicePort.State.ACTIVE, 25, LINK_V1, LINK_V2, IPV4_V1, IPV4_V2));
  private static final DeviceInfo FAST =
      device(
          "fast0",
          ethernet(1, DevicePort.State.DOWN, 200, LINK_V2),
          ethernet(2, DevicePort.State.ACTIVE, 100, LINK_V2, IPV6_V2));
  private static final DeviceInfo FABRIC =
      device(
          "mlx5_0",
          new DevicePort(
              1,
              DevicePort.State.ACTIVE,
              DevicePort.Link.INFINIBAND,
              16,
              2,
              4096,
              1 << 30,
              100,
              List.of()));

  private static Gid ipv4() {
    return new Gid(0, 0xffff_0a09_0001L);
  }

  private static DevicePort ethernet(
      int number, DevicePort.State state, int gigabits, GidEntry... gids) {
    return new DevicePort(
        number, state, DevicePort.Link.ETHERNET, 0, 0, 2048, 1 << 23, gigabits, List.of(gids));
  }

  private static DeviceInfo device(String name, DevicePort... ports) {
    return new DeviceInfo(name, null, List.of(ports));
  }

  private static String refusal(GidRequest request, DeviceInfo... devices) {
    return assertThrows(
            IllegalArgumentException.class, () -> GidChoice.best(List.of(devices), request))
        .getMessage();
  }

  @Test
  void fastestActivePortComesFirst() {
    List<GidChoice> all = GidChoice.all(List.of(SLOW, FAST), GidRequest.ANY);
    assertEquals(List.of("fast0", "slow0"), all.stream().map(GidChoice::device).toList());
    assertEquals(2, all.getFirst().port());
    assertEquals(4, all.getFirst().gidIndex());
    assertTrue(all.getFirst().reason().contains("100 Gbit/s"), all.getFirst().reason());
  }

  @Test
  void routableIpv4AddressIsPreferred() {
    GidChoice choice = GidChoice.best(List.of(SLOW), GidRequest.ANY);
    assertEquals(3, choice.gidIndex());
    assertEquals(2048, choice.mtuBytes());
    assertEquals(
        "slow0 port 1: the only active port; GID 3 (::ffff:10.9.0.1, RoCE v2), the most widely"
            + " routable; MTU 2048, the port's",
        choice.reason());
  }

  @Test
  void addressOfTheLinkIsTakenWhereThereIsNoOther() {
    DeviceInfo bare = device("bare0", ethernet(1, DevicePort.State.ACTIVE, 1, LINK_V1, LINK_V2));
    assertEquals(1, GidChoice.best(List.of(bare), GidRequest.ANY).gidIndex());
  }

  @Test
  void infinibandGoesByLidAndBeforeEthernetOfTheSameSpeed() {
    GidChoice choice = GidChoice.best(List.of(FAST, FABRIC), GidRequest.ANY);
    assertEquals("mlx5_0", choice.device());
    assertFalse(choice.usesGid());
    assertEquals(16, choice.lid());
    assertTrue(choice.reason().contains("; by LIDs 16 to 19,"), choice.reason());
  }

  /**
   * Checks paths by LID: a subnet manager gives a port 2^lmc identifiers, and each of them a route
   * of its own.
   */
  @Test
  void pathsOfInfinibandAreTheLowerBitsOfTheLid() {
    GidChoice choice = GidChoice.best(List.of(FABRIC), GidRequest.ANY);
    for (int path = 0; path < 10; path++) {
      GidChoice one = choice.onPath(path);
      assertEquals(path % 4, one.sourceBits());
      assertEquals(16 + path % 4, one.pathLid());
      assertEquals(16, one.lid());
    }
  }

  @Test
  void pathsOfEthernetAreFlowLabels() {
    GidChoice choice = GidChoice.best(List.of(SLOW), GidRequest.ANY);
    assertEquals(0, choice.flowLabel());
    assertEquals(3, choice.onPath(3).flowLabel());
    assertEquals(0, choice.onPath(3).pathLid());
    assertEquals(0, choice.onPath(3).sourceBits());
  }

  @Test
  void wishesAreFollowed() {
    GidChoice choice =
        GidChoice.best(List.of(FAST, SLOW, FABRIC), new GidRequest("slow0", 1, 1, 1024));
    assertEquals("slow0", choice.device());
    assertEquals(1, choice.gidIndex());
    assertEquals(1024, choice.mtuBytes());
  }

  @Test
  void refusalsNameWhatThereIs() {
    assertEquals(
        "there is no RDMA device x; there are: slow0 port 1, fast0 port 1, fast0 port 2",
        refusal(new GidRequest("x", 0, -1, 0), SLOW, FAST));
    assertEquals(
        "there is no RDMA device slow0 with a port 2; there are: slow0 port 1",
        refusal(new GidRequest("slow0", 2, -1, 0), SLOW));
    assertEquals(
        "no RDMA port is active: fast0 port 1 is DOWN",
        refusal(new GidRequest("fast0", 1, -1, 0), FAST));
    assertTrue(
        refusal(new GidRequest(null, 0, 9, 0), SLOW).contains("no GID of index 9; it has: [0"));
    assertTrue(refusal(new GidRequest(null, 0, -1, 4096), SLOW).contains("at most 2048; not 4096"));
    assertTrue(refusal(new GidRequest(null, 0, -1, 1000), SLOW).contains("not 1000"));
    assertEquals("there is no RDMA device; there are: none", refusal(GidRequest.ANY));
  }

  /** Checks that the devices which the user names come first, then their further ports. */
  @Test
  void railsAreTheDevicesInTurn() {
    DeviceInfo both =
        device(
            "both0",
            ethernet(1, DevicePort.State.ACTIVE, 50, IPV4_V2),
            ethernet(2, DevicePort.State.ACTIVE, 50, IPV4_V2));
    List<DeviceInfo> devices = List.of(SLOW, both);
    List<List<GidChoice>> named =
        List.of(
            GidChoice.all(devices, new GidRequest("both0", 0, -1, 0)),
            GidChoice.all(devices, new GidRequest("slow0", 0, -1, 0)));
    assertEquals(List.of("both0 1", "slow0 1", "both0 2"), names(GidChoice.inTurn(named, 5)));
    assertEquals(List.of("both0 1", "slow0 1"), names(GidChoice.inTurn(named, 2)));
  }

  private static List<String> names(List<GidChoice> rails) {
    return rails.stream().map(rail -> rail.device() + " " + rail.port()).toList();
  }

  @Test
  void everyRailIsMarkedWithItsReason() {
    List<DeviceInfo> devices = List.of(SLOW, FAST);
    List<List<String>> marked =
        PortListing.rows(devices, GidChoice.all(devices, GidRequest.ANY), Map.of()).stream()
            .filter(row -> row.getFirst().equals("*"))
            .toList();
    assertEquals(List.of("slow0", "fast0"), marked.stream().map(row -> row.get(1)).toList());
    assertTrue(marked.getFirst().getLast().startsWith("rail 1: slow0 port 1: active"));
    assertTrue(marked.getLast().getLast().startsWith("rail 0: fast0 port 2: active"));
  }

  @Test
  void portsThatAreLeftOutAreListedWithTheReason() {
    List<DeviceInfo> devices = List.of(SLOW, FAST);
    List<GidChoice> all = GidChoice.all(devices, GidRequest.ANY);
    List<List<String>> rows =
        PortListing.rows(devices, all.subList(0, 1), Map.of(all.getLast(), "not used: it is slow"));
    List<List<String>> named =
        rows.stream().filter(row -> row.getLast().equals("not used: it is slow")).toList();
    assertEquals(1, named.size());
    assertEquals(List.of("", "slow0", "1"), named.getFirst().subList(0, 3));
  }

  @Test
  void gidsAreWrittenAsAddresses() {
    assertEquals("::ffff:10.9.0.1", ipv4().toString());
    assertEquals("fe80:0:0:0:0:0:0:1", LINK_V1.gid().toString());
    assertTrue(LINK_V1.gid().isLinkLocal());
    assertFalse(IPV6_V2.gid().isLinkLocal());
  }

  @Test
  void everyAddressIsListedAndTheChosenOneMarked() {
    List<DeviceInfo> devices = List.of(SLOW, FAST, FABRIC);
    GidChoice chosen = GidChoice.best(devices, new GidRequest("slow0", 0, -1, 0));
    List<List<String>> rows = PortListing.rows(devices, List.of(chosen), Map.of());
    assertEquals(1 + 4 + 3 + 1, rows.size());
    List<List<String>> marked = rows.stream().filter(row -> row.getFirst().equals("*")).toList();
    assertEquals(1, marked.size());
    assertEquals(
        List.of("*", "slow0", "1", "active", "ethernet, 25 Gbit/s", "2048", "3"),
        marked.getFirst().subList(0, 7));
    assertEquals(chosen.reason(), marked.getFirst().getLast());
    assertEquals("RoCE v1", rows.get(1).get(8));
    assertEquals("down", rows.get(5).get(3));
    assertEquals("LIDs 16 to 19", rows.getLast().get(7));
    assertEquals(List.of(), PortListing.rows(List.of(), List.of(), Map.of()));
  }
}
