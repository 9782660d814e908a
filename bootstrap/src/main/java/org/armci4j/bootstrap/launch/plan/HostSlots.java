package org.armci4j.bootstrap.launch.plan;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;

/**
 * A host and its number of ranks.
 *
 * @param name the destination for ssh: a name, an address, or {@code user@name}
 * @param slots number of ranks, at least 1
 */
public record HostSlots(String name, int slots) {
  /** Checks the name and the number. */
  public HostSlots {
    if (name.isEmpty() || name.startsWith("-") || !name.matches("[^\\s,/\\p{Cntrl}]+")) {
      throw new IllegalArgumentException("'" + name + "' is no name of a host");
    }
    if (slots < 1) {
      throw new IllegalArgumentException("host " + name + " gets 1 rank or more, not " + slots);
    }
  }

  /**
   * Reads a list such as {@code a:2,b:2}. A host without a number gets one rank. An IPv6 address is
   * in brackets.
   *
   * @param text hosts with commas between them
   * @return the hosts in order
   * @throws IllegalArgumentException when {@code text} is not such a list
   */
  public static List<HostSlots> parse(String text) {
    List<HostSlots> hosts = new ArrayList<>();
    for (String entry : text.split(",", -1)) {
      hosts.add(parseOne(entry.strip()));
    }
    return List.copyOf(hosts);
  }

  private static HostSlots parseOne(String entry) {
    int colon = entry.lastIndexOf(':');
    String slots = colon > entry.indexOf(']') ? entry.substring(colon + 1) : "1";
    String name = colon > entry.indexOf(']') ? entry.substring(0, colon) : entry;
    try {
      return new HostSlots(name.replace("[", "").replace("]", ""), Integer.parseInt(slots));
    } catch (NumberFormatException noNumber) {
      throw new IllegalArgumentException(
          "'" + entry + "' is not host:ranks, such as node7:4", noNumber);
    }
  }

  /**
   * Gives {@code ranks} ranks to these hosts, the first ones filled first.
   *
   * @param hosts the hosts
   * @param ranks number of ranks of the job
   * @return the hosts that get ranks
   * @throws IllegalArgumentException when the hosts have too few slots
   */
  public static List<HostSlots> fill(List<HostSlots> hosts, int ranks) {
    List<HostSlots> filled = new ArrayList<>();
    int left = ranks;
    for (HostSlots host : hosts) {
      int here = Math.min(left, host.slots());
      if (here > 0) {
        filled.add(new HostSlots(host.name(), here));
      }
      left -= here;
    }
    if (left > 0) {
      throw new IllegalArgumentException(
          Text.format("%d ranks do not fit: the hosts take %d", ranks, ranks - left));
    }
    return filled;
  }

  /** Returns the sum of the slots. */
  public static int total(List<HostSlots> hosts) {
    return hosts.stream().mapToInt(HostSlots::slots).sum();
  }
}
