package org.armci4j.transport.verbs.device.port;

import org.armci4j.bootstrap.text.Text;

/**
 * Describes a usable port to other ranks, which see neither device nor address.
 *
 * @param fabric kind of network; ports of different kinds do not reach each other
 * @param gigabitsPerSecond of the link, 0 if unknown
 * @param network the subnet, as far as the host knows it; ports of one network reach each other
 */
public record PortOffer(String fabric, int gigabitsPerSecond, String network) {
  private static final String SEPARATOR = "\t";

  /** Returns the offer as a line of text. */
  String line() {
    return String.join(SEPARATOR, fabric, "" + gigabitsPerSecond, network);
  }

  /** Returns the offer that {@link #line} made a line of. */
  static PortOffer parse(String line) {
    String[] parts = line.split(SEPARATOR, -1);
    return new PortOffer(parts[0], Integer.parseInt(parts[1]), parts[2]);
  }

  /** Returns fabric and speed in words. */
  public String kind() {
    return gigabitsPerSecond == 0
        ? fabric
        : Text.format("%s, %d Gbit/s", fabric, gigabitsPerSecond);
  }
}
