package org.armci4j.transport.verbs.device.port;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.armci4j.bootstrap.text.Text;

/**
 * Pairs an active port with its description for other ranks.
 *
 * @param choice device, port and address
 * @param offer what other ranks learn of it
 */
public record RailPort(GidChoice choice, PortOffer offer) {
  private static final int BITS = Long.SIZE;

  /**
   * Returns the active ports that a request admits, the best first. Of several with one address,
   * such as a software device beside the hardware that it goes through, only the first counts: they
   * share a wire.
   *
   * @param devices the devices of this host
   * @param request the user's settings
   * @param prefixBits length of an address's network part; 0 where the host does not know it
   * @throws IllegalArgumentException if no port fits; the message names the ports that exist
   */
  public static List<RailPort> all(
      List<DeviceInfo> devices, GidRequest request, ToIntFunction<Gid> prefixBits) {
    List<RailPort> ports = new ArrayList<>();
    for (GidChoice choice : GidChoice.all(devices, request)) {
      if (ports.stream().noneMatch(other -> other.hasAddressOf(choice))) {
        ports.add(of(devices, choice, prefixBits));
      }
    }
    return List.copyOf(ports);
  }

  /**
   * Returns a port with its description.
   *
   * @param devices the devices of this host
   * @param choice a port of one of them
   * @param prefixBits as for {@link #all}
   */
  public static RailPort of(
      List<DeviceInfo> devices, GidChoice choice, ToIntFunction<Gid> prefixBits) {
    return new RailPort(choice, offer(devices, choice, prefixBits));
  }

  private boolean hasAddressOf(GidChoice other) {
    return choice.usesGid() && other.usesGid() && choice.gid().equals(other.gid());
  }

  private static PortOffer offer(
      List<DeviceInfo> devices, GidChoice choice, ToIntFunction<Gid> prefixBits) {
    DeviceInfo device =
        devices.stream()
            .filter(one -> one.name().equals(choice.device()))
            .findFirst()
            .orElseThrow();
    DevicePort port =
        device.ports().stream()
            .filter(one -> one.number() == choice.port())
            .findFirst()
            .orElseThrow();
    String software =
        device.attributes() != null && device.attributes().isSoftware() ? " in software" : "";
    return new PortOffer(
        fabric(port, choice) + software,
        port.gigabitsPerSecond(),
        choice.usesGid() ? network(choice.gid(), prefixBits) : subnet(port));
  }

  private static String fabric(DevicePort port, GidChoice choice) {
    if (!choice.usesGid()) {
      return "InfiniBand";
    }
    GidEntry.Type type =
        port.gids().stream()
            .filter(entry -> entry.index() == choice.gidIndex())
            .findFirst()
            .orElseThrow()
            .type();
    Gid gid = choice.gid();
    return type + (gid.isIpv4() ? " by IPv4" : gid.isLinkLocal() ? " on one link" : " by IPv6");
  }

  /** Returns the subnet prefix, which is the first half of each GID on InfiniBand. */
  private static String subnet(DevicePort port) {
    return port.gids().isEmpty() ? "" : Long.toHexString(port.gids().getFirst().gid().high());
  }

  /** Returns the address without its host part; empty where the host does not know the network. */
  private static String network(Gid gid, ToIntFunction<Gid> prefixBits) {
    int bits = prefixBits.applyAsInt(gid);
    if (bits == 0) {
      return "";
    }
    int all = gid.isIpv4() ? bits + 2 * BITS - Integer.SIZE : bits;
    long high = gid.high() & mask(Math.min(BITS, all));
    long low = gid.low() & mask(Math.max(0, all - BITS));
    return Text.format("%s/%d", new Gid(high, low), bits);
  }

  private static long mask(int bits) {
    return bits == 0 ? 0 : -1L << (BITS - bits);
  }
}
