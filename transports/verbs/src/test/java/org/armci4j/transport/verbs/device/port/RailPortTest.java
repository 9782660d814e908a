package org.armci4j.transport.verbs.device.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what other ranks learn of this host's ports; needs no device. */
class RailPortTest {
  private static final long SUBNET = 0xfec0_0000_0000_0001L;

  private static DeviceInfo ethernet(String name, int gigabits, Gid gid) {
    GidEntry entry = new GidEntry(3, gid, GidEntry.Type.ROCE_V2);
    return new DeviceInfo(
        name,
        null,
        List.of(
            new DevicePort(
                1,
                DevicePort.State.ACTIVE,
                DevicePort.Link.ETHERNET,
                0,
                0,
                4096,
                1 << 30,
                gigabits,
                List.of(entry))));
  }

  private static Gid ipv4(int address) {
    return new Gid(0, 0xffff_0000_0000L | address);
  }

  private static DeviceInfo fabric(String name, int lid, DevicePort.State state) {
    GidEntry entry = new GidEntry(0, new Gid(SUBNET, lid), GidEntry.Type.INFINIBAND);
    return new DeviceInfo(
        name,
        null,
        List.of(
            new DevicePort(
                1, state, DevicePort.Link.INFINIBAND, lid, 2, 4096, 1 << 30, 100, List.of(entry))));
  }

  private static List<PortOffer> offers(DeviceInfo... devices) {
    List<PortOffer> offers =
        RailPort.all(List.of(devices), GidRequest.ANY, _ -> 24).stream()
            .map(RailPort::offer)
            .toList();
    RankOffer offer = new RankOffer(2, offers);
    assertEquals(offer, RankOffer.decode(offer.encode()));
    return offers;
  }

  @Test
  void networksOfEthernetAreThoseOfTheAddresses() {
    assertEquals(
        List.of(
            new PortOffer("RoCE v2 by IPv4", 100, "::ffff:10.9.1.0/24"),
            new PortOffer("RoCE v2 by IPv4", 25, "::ffff:10.9.0.0/24")),
        offers(ethernet("a", 25, ipv4(0x0a090007)), ethernet("b", 100, ipv4(0x0a090107))));
  }

  @Test
  void networksOfInfinibandAreSubnetsAndPortsThatAreDownAreLeftOut() {
    assertEquals(
        List.of(new PortOffer("InfiniBand", 100, "fec0000000000001")),
        offers(fabric("a", 4, DevicePort.State.DOWN), fabric("b", 8, DevicePort.State.ACTIVE)));
  }

  @Test
  void anAddressOfTheLinkIsAnotherKind() {
    assertEquals(
        "RoCE v2 on one link",
        offers(ethernet("a", 100, new Gid(0xfe80L << 48, 1))).getFirst().fabric());
  }

  /** A software device upon a port has the port's address. */
  @Test
  void ofSeveralPortsWithOneAddressTheFirstCounts() {
    assertEquals(1, offers(ethernet("a", 100, ipv4(9)), ethernet("soft", 100, ipv4(9))).size());
  }

  @Test
  void longNetworksReachIntoTheSecondHalfOfAnAddress() {
    DeviceInfo device = ethernet("a", 100, new Gid(0x20010db8L << 32, 0xabcdL << 48 | 5));
    String network =
        RailPort.all(List.of(device), GidRequest.ANY, _ -> 80).getFirst().offer().network();
    assertEquals("2001:db8:0:0:abcd:0:0:0/80", network);
  }
}
