package org.armci4j.transport.verbs.device.port;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes the usable ports of a rank to the other ranks.
 *
 * @param rails number of rails that the rank's settings ask for; 0 if they leave it to the ranks
 * @param ports of the rank, at least one: in the order of the settings, or else the best first
 */
public record RankOffer(int rails, List<PortOffer> ports) {
  /** Returns whether the rank's settings name its devices or their number. */
  public boolean isNamed() {
    return rails > 0;
  }

  /** Returns the offer as bytes. */
  public byte[] encode() {
    return Stream.concat(Stream.of("" + rails), ports.stream().map(PortOffer::line))
        .collect(Collectors.joining("\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the offer that {@link #encode} made bytes of. */
  public static RankOffer decode(byte[] bytes) {
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    List<PortOffer> ports = lines.stream().skip(1).map(PortOffer::parse).toList();
    return new RankOffer(Integer.parseInt(lines.getFirst()), ports);
  }
}
