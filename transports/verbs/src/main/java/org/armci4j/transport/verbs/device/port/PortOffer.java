package org.armci4j.transport.verbs.device.port;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
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

  /** Returns the ports of a rank as bytes. */
  public static byte[] encode(List<PortOffer> offers) {
    return offers.stream()
        .map(one -> String.join(SEPARATOR, one.fabric, "" + one.gigabitsPerSecond, one.network))
        .collect(Collectors.joining("\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the ports that {@link #encode} made bytes of. */
  public static List<PortOffer> decode(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).lines().map(PortOffer::parse).toList();
  }

  private static PortOffer parse(String line) {
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
