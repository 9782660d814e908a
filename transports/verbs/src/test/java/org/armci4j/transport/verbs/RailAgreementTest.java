package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.transport.verbs.device.port.PortOffer;
import org.armci4j.transport.verbs.device.port.RankOffer;
import org.junit.jupiter.api.Test;

/** Checks which ports make the default rails; needs no device. */
class RailAgreementTest {
  private static PortOffer fabric(String network) {
    return new PortOffer("InfiniBand", 100, network);
  }

  private static PortOffer ethernet(int gigabits) {
    return new PortOffer("RoCE v2 by IPv4", gigabits, "net" + gigabits);
  }

  private static List<PortOffer> ports(String... networks) {
    return Arrays.stream(networks).map(RailAgreementTest::fabric).toList();
  }

  private static RankOffer named(int rails, String... networks) {
    return new RankOffer(rails, ports(networks));
  }

  /** Returns the offer of a rank whose user names nothing. */
  private static RankOffer on(String... networks) {
    return named(0, networks);
  }

  private static RankOffer of(PortOffer... ports) {
    return new RankOffer(0, List.of(ports));
  }

  private static void assertRails(int rails, List<List<Integer>> ports, RankOffer... all) {
    assertRails(rails, ports, List.of(all));
  }

  private static void assertRails(int rails, List<List<Integer>> ports, List<RankOffer> all) {
    for (int rank = 0; rank < all.size(); rank++) {
      RailAgreement agreed = RailAgreement.of(all, rank);
      assertEquals(ports.get(rank), agreed.ports(), "rank " + rank);
      assertEquals(rails, agreed.rails());
    }
  }

  @Test
  void onePortIsOneRail() {
    assertRails(1, List.of(List.of(0), List.of(0)), on("x"), on("x"));
  }

  @Test
  void portsOfOneNetworkAreRailsInTheirOrder() {
    assertRails(2, List.of(List.of(0, 1), List.of(0, 1)), on("x", "x"), on("x", "x"));
  }

  @Test
  void railsOfBothRanksMeetInOneNetwork() {
    assertRails(2, List.of(List.of(0, 1), List.of(1, 0)), on("x", "y"), on("y", "x"));
  }

  /** The first rail carries most, so it goes where every rank can be reached. */
  @Test
  void theNetworkThatMostRanksHaveComesFirst() {
    assertRails(
        2,
        List.of(List.of(1, 0), List.of(0), List.of(1, 0)),
        on("x", "y"),
        on("y"), // its port in x is down
        on("x", "y"));
  }

  @Test
  void aSecondPortInANetworkComesBehindTheFirstOnes() {
    assertRails(3, List.of(List.of(0, 2, 1), List.of(0, 1)), on("x", "x", "y"), on("x", "y"));
  }

  /** Routers lead from any network to any other. */
  @Test
  void networksOfOneRankEachKeepTheOrderOfTheirRank() {
    assertRails(2, List.of(List.of(0, 1), List.of(0, 1)), on("b", "a"), on("d", "c"));
  }

  @Test
  void onlyTheFastestPortsOfOneFabricShareTransfers() {
    RankOffer mixed = of(ethernet(100), fabric("x"), fabric("x"), ethernet(25));
    assertRails(1, List.of(List.of(0), List.of(0)), mixed, mixed);
    RankOffer wired = of(fabric("x"), fabric("x"), ethernet(100));
    assertRails(2, List.of(List.of(0, 1), List.of(0, 1)), wired, wired);
  }

  @Test
  void theFabricIsOneThatAllRanksHave() {
    assertRails(
        1,
        List.of(List.of(1), List.of(0)),
        of(fabric("x"), ethernet(25)),
        of(ethernet(25), ethernet(10)));
  }

  /** They fail when one reaches the other, with an error that says so. */
  @Test
  void ranksWithoutACommonFabricKeepTheirBestPorts() {
    assertRails(1, List.of(List.of(0), List.of(0)), on("x"), of(ethernet(25)));
  }

  @Test
  void ranksOfDifferentSpeedsShareANetwork() {
    RankOffer slower = of(new PortOffer("InfiniBand", 50, "x"));
    assertRails(2, List.of(List.of(0, 1), List.of(0)), on("x", "x"), slower);
  }

  @Test
  void noMoreThanTheSettingAllows() {
    List<PortOffer> many = IntStream.range(0, 20).mapToObj(i -> fabric("x")).toList();
    RailAgreement agreed = RailAgreement.of(List.of(new RankOffer(0, many)), 0);
    assertEquals(16, agreed.rails());
    assertEquals(IntStream.range(0, 16).boxed().toList(), agreed.ports());
  }

  /** The settings of one host may differ from the others'. */
  @Test
  void oneHostThatNamesItsDevicesDecidesTheNumberOfRails() {
    assertRails(1, List.of(List.of(0), List.of(1)), List.of(named(1, "y"), on("x", "y")));
    assertRails(
        2,
        List.of(List.of(0, 1), List.of(0, 1), List.of(0)),
        List.of(on("x", "y", "z"), named(2, "x", "y"), on("x")));
  }

  @Test
  void theFewestNamedRailsCount() {
    assertRails(
        1,
        List.of(List.of(0), List.of(0), List.of(0)),
        List.of(named(2, "x", "y"), named(1, "x"), on("x", "y")));
  }

  @Test
  void namedPortsKeepTheirOrderAndMayBeOfAnyKind() {
    RankOffer mixed = new RankOffer(2, List.of(ethernet(25), fabric("x")));
    assertRails(2, List.of(List.of(0, 1), List.of(0, 1)), List.of(mixed, mixed));
    assertRails(4, List.of(List.of(0)), List.of(named(4, "x")));
  }
}
