package org.armci4j.transport.verbs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.transport.verbs.device.port.PortOffer;

/**
 * Chooses the rails of a rank where the user names no devices. Every rank computes it from the
 * ports of all ranks, so rail n is a port of the same network wherever there is one.
 *
 * <ul>
 *   <li>Only ports of one kind share a transfer: those of the fabric that the first rank likes best
 *       of those that all ranks have, and of them the fastest of each rank.
 *   <li>A network that more ranks have comes first, as the first rail carries all that is not
 *       divided. Networks of equally many ranks keep the order of the first rank that has them.
 *   <li>Several ports of a rank in one network are told apart by their order.
 * </ul>
 *
 * @param ports places of the rank's rails among its ports, the first rail's first
 * @param rails largest number of rails that any rank has
 */
record RailAgreement(List<Integer> ports, int rails) {
  /** Most rails of a rank, as {@link VerbsSettings#RAILS} has it. */
  private static final int MOST = 16;

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
   * @param offers the ports of each rank, the best first and at least one
   * @param rank whose rails
   */
  static RailAgreement of(List<List<PortOffer>> offers, int rank) {
    String common = commonFabric(offers);
    Map<String, Seen> seen = new HashMap<>();
    int most = 0;
    for (List<PortOffer> each : offers) {
      List<Integer> usable = usable(each, common);
      most = Math.max(most, usable.size());
      for (String name : names(each, usable)) {
        seen.computeIfAbsent(name, _ -> new Seen(seen.size())).ranks++;
      }
    }
    List<PortOffer> mine = offers.get(rank);
    List<Integer> usable = usable(mine, common);
    List<String> names = names(mine, usable);
    List<Integer> ports =
        IntStream.range(0, usable.size())
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer i) -> -seen.get(names.get(i)).ranks)
                    .thenComparingInt(i -> seen.get(names.get(i)).order))
            .limit(MOST)
            .map(usable::get)
            .toList();
    return new RailAgreement(ports, Math.min(MOST, most));
  }

  /** Returns the first rank's best fabric that all ranks have; null if there is none. */
  private static String commonFabric(List<List<PortOffer>> offers) {
    return offers.getFirst().stream()
        .map(PortOffer::fabric)
        .filter(fabric -> offers.stream().allMatch(each -> has(each, fabric)))
        .findFirst()
        .orElse(null);
  }

  private static boolean has(List<PortOffer> offers, String fabric) {
    return offers.stream().anyMatch(one -> one.fabric().equals(fabric));
  }

  /** Returns the fastest ports of a fabric; of the best port's where there is no common one. */
  private static List<Integer> usable(List<PortOffer> offers, String common) {
    String fabric = common == null ? offers.getFirst().fabric() : common;
    PortOffer best = offers.stream().filter(one -> one.fabric().equals(fabric)).findFirst().get();
    return IntStream.range(0, offers.size())
        .filter(i -> offers.get(i).kind().equals(best.kind()))
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
