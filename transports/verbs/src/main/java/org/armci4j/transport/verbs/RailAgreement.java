package org.armci4j.transport.verbs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.transport.verbs.device.port.PortOffer;
import org.armci4j.transport.verbs.device.port.RankOffer;

/**
 * Chooses the rails of a rank. Every rank computes them from the ports of all ranks. Where the
 * ranks have ports in the same networks, rail n is a port of the same network everywhere. Else
 * rails of one number may lie in different networks, and only a router joins them; the paths there
 * carry nothing before a probe was answered.
 *
 * <ul>
 *   <li>Only ports of one kind share a transfer: those of the fabric that the first rank likes best
 *       of those that all ranks have, and of them the fastest of each rank.
 *   <li>A network that more ranks have comes first, as the first rail carries all that is not
 *       divided. Networks of equally many ranks keep the order of the first rank that has them.
 *   <li>Several ports of a rank in one network are told apart by their order.
 *   <li>Ports that settings name are taken in their order, of any kind. The settings may be those
 *       of some ranks only. Then all ranks have as many rails as the rank that names the fewest: a
 *       host that switches dividing off does so for the job.
 * </ul>
 *
 * @param ports places of the rank's rails among its ports, the first rail's first
 * @param rails number of rails of each rank that has enough ports
 */
record RailAgreement(List<Integer> ports, int rails) {
  /** Counts the ranks with a network, which is known by its order among all. */
  private static final class Seen {
    private final int order;
    private int ranks;

    Seen(int order) {
      this.order = order;
    }
  }

  /**
   * Returns the rails of a rank.
   *
   * @param offers the ports of each rank
   * @param rank whose rails
   */
  static RailAgreement of(List<RankOffer> offers, int rank) {
    String common = commonFabric(offers);
    List<List<Integer>> usable = offers.stream().map(each -> usable(each, common)).toList();
    int rails =
        offers.stream()
            .filter(RankOffer::isNamed)
            .mapToInt(RankOffer::rails)
            .min()
            .orElse(usable.stream().mapToInt(List::size).max().orElseThrow());
    int most = Math.min(VerbsSettings.MOST_RAILS, rails);
    RankOffer mine = offers.get(rank);
    List<Integer> ports =
        mine.isNamed() ? usable.get(rank) : sorted(mine, usable.get(rank), seen(offers, usable));
    return new RailAgreement(ports.stream().limit(most).toList(), most);
  }

  private static Map<String, Seen> seen(List<RankOffer> offers, List<List<Integer>> usable) {
    Map<String, Seen> seen = new HashMap<>();
    for (int rank = 0; rank < offers.size(); rank++) {
      for (String name : names(offers.get(rank).ports(), usable.get(rank))) {
        seen.computeIfAbsent(name, _ -> new Seen(seen.size())).ranks++;
      }
    }
    return seen;
  }

  /** Returns ports of a rank in the order of their networks. */
  private static List<Integer> sorted(
      RankOffer offer, List<Integer> ports, Map<String, Seen> seen) {
    List<String> names = names(offer.ports(), ports);
    return IntStream.range(0, ports.size())
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer i) -> -seen.get(names.get(i)).ranks)
                .thenComparingInt(i -> seen.get(names.get(i)).order))
        .map(ports::get)
        .toList();
  }

  /** Returns the first rank's best fabric that all ranks have; null if there is none. */
  private static String commonFabric(List<RankOffer> offers) {
    return offers.getFirst().ports().stream()
        .map(PortOffer::fabric)
        .filter(fabric -> offers.stream().allMatch(each -> has(each.ports(), fabric)))
        .findFirst()
        .orElse(null);
  }

  private static boolean has(List<PortOffer> offers, String fabric) {
    return offers.stream().anyMatch(one -> one.fabric().equals(fabric));
  }

  /**
   * Returns the named ports, or the fastest ports of a fabric; of the best port's where there is no
   * common one.
   */
  private static List<Integer> usable(RankOffer offer, String common) {
    List<PortOffer> ports = offer.ports();
    String fabric = common == null ? ports.getFirst().fabric() : common;
    PortOffer best =
        ports.stream().filter(one -> one.fabric().equals(fabric)).findFirst().orElseThrow();
    return IntStream.range(0, ports.size())
        .filter(i -> offer.isNamed() || ports.get(i).kind().equals(best.kind()))
        .boxed()
        .toList();
  }

  /** Returns a name for the network of each port that no other port of the rank has. */
  private static List<String> names(List<PortOffer> offers, List<Integer> ports) {
    List<String> names = new ArrayList<>();
    for (int port : ports) {
      String network = offers.get(port).network();
      int twin = 0;
      while (names.contains(network + " " + twin)) {
        twin++;
      }
      names.add(network + " " + twin);
    }
    return names;
  }
}
