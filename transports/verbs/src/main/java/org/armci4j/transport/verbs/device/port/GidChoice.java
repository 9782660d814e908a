package org.armci4j.transport.verbs.device.port;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;

/**
 * Names device, port, address and packet size for connections, chosen from what the host has.
 *
 * @param device name
 * @param port number
 * @param gidIndex index of the GID, or -1 if connections go by LID
 * @param gid the GID; zero if by LID
 * @param lid of the port; 0 on Ethernet
 * @param pathBits number of lower bits of the LID that choose a route through an InfiniBand fabric
 *     (LMC)
 * @param path which of several paths; 0 is the usual one
 * @param mtuBytes packet size
 * @param maxMessageBytes largest message of one request
 * @param reason of the choice, in words
 */
public record GidChoice(
    String device,
    int port,
    int gidIndex,
    Gid gid,
    int lid,
    int pathBits,
    int path,
    int mtuBytes,
    long maxMessageBytes,
    String reason) {
  private static final Gid NO_GID = new Gid(0, 0);

  /** Names a port that may be chosen. */
  private record Candidate(String device, DevicePort port) {}

  /** Returns whether connections go by GID; else they go by LID. */
  public boolean usesGid() {
    return gidIndex >= 0;
  }

  /**
   * Returns the same port and address on another path.
   *
   * @param number of the path; on InfiniBand the LIDs repeat where there are fewer
   */
  public GidChoice onPath(int number) {
    return new GidChoice(
        device, port, gidIndex, gid, lid, pathBits, number, mtuBytes, maxMessageBytes, reason);
  }

  /**
   * Returns the path's bits of the port's LID, by which the subnet manager chooses the route to
   * this port.
   */
  public int sourceBits() {
    return path & ((1 << pathBits) - 1);
  }

  /** Returns the LID that others send to on this path. */
  public int pathLid() {
    return lid | sourceBits();
  }

  /**
   * Returns the flow label of packets on this path, 20 bits. Over RoCE it determines the UDP source
   * port, by which switches choose between equal routes. 0 leaves it to the device.
   */
  public int flowLabel() {
    return path;
  }

  /**
   * Returns the difference of packets on this path from those on the usual one, in words; empty on
   * path 0.
   */
  public String difference() {
    if (path == 0) {
      return "";
    }
    if (usesGid()) {
      return ", flow label " + flowLabel();
    }
    return sourceBits() == 0 ? ", the same LID again" : ", LID " + pathLid();
  }

  /** Returns the best of {@link #all}. */
  public static GidChoice best(List<DeviceInfo> devices, GidRequest request) {
    return all(devices, request).getFirst();
  }

  /**
   * Returns a choice for each active port that the request admits, the best first: fast before
   * slow, then InfiniBand before Ethernet, then in the order of the list.
   *
   * @throws IllegalArgumentException if no port fits; the message names the ports that exist
   */
  public static List<GidChoice> all(List<DeviceInfo> devices, GidRequest request) {
    List<Candidate> candidates = candidates(devices, request);
    List<Candidate> active =
        candidates.stream().filter(c -> c.port().state() == DevicePort.State.ACTIVE).toList();
    if (active.isEmpty()) {
      throw new IllegalArgumentException(
          "no RDMA port is active: "
              + candidates.stream()
                  .map(c -> c.device() + " port " + c.port().number() + " is " + c.port().state())
                  .collect(Collectors.joining(", ")));
    }
    boolean only = active.size() == 1;
    return active.stream()
        .sorted(
            Comparator.comparingInt((Candidate c) -> -c.port().gigabitsPerSecond())
                .thenComparing(c -> c.port().link() != DevicePort.Link.INFINIBAND))
        .map(c -> choose(c, request, only))
        .toList();
  }

  /**
   * Returns up to {@code most} choices: the first of each list, then the second, and so on.
   *
   * @param lists of the devices that the user named, each the best first
   * @param most how many at most; there may be fewer
   */
  public static List<GidChoice> inTurn(List<List<GidChoice>> lists, int most) {
    List<GidChoice> chosen = new ArrayList<>();
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    for (int place = 0; place < longest; place++) {
      for (List<GidChoice> list : lists) {
        if (place < list.size() && chosen.size() < most) {
          chosen.add(list.get(place));
        }
      }
    }
    return List.copyOf(chosen);
  }

  private static List<Candidate> candidates(List<DeviceInfo> devices, GidRequest request) {
    List<Candidate> candidates = new ArrayList<>();
    List<String> there = new ArrayList<>();
    for (DeviceInfo device : devices) {
      for (DevicePort port : device.ports()) {
        there.add(device.name() + " port " + port.number());
        boolean wished = request.device() == null || request.device().equals(device.name());
        if (wished && (request.port() == 0 || request.port() == port.number())) {
          candidates.add(new Candidate(device.name(), port));
        }
      }
    }
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException(
          Text.format(
              "there is no RDMA device%s%s; there are: %s",
              request.device() == null ? "" : " " + request.device(),
              request.port() == 0 ? "" : " with a port " + request.port(),
              there.isEmpty() ? "none" : String.join(", ", there)));
    }
    return candidates;
  }

  private static GidChoice choose(Candidate candidate, GidRequest request, boolean only) {
    DevicePort port = candidate.port();
    StringBuilder reason = new StringBuilder(candidate.device() + " port " + port.number() + ": ");
    if (request.device() != null) {
      reason.append("set");
    } else {
      reason.append(
          only ? "the only active port" : "active, " + port.gigabitsPerSecond() + " Gbit/s");
    }
    GidEntry gid = null;
    boolean byLid =
        port.link() == DevicePort.Link.INFINIBAND && port.lid() != 0 && request.gidIndex() < 0;
    if (byLid) {
      reason.append("; by ").append(lids(port)).append(", as on InfiniBand");
    } else {
      gid = gid(candidate, request);
      reason.append("; GID ").append(gid).append(request.gidIndex() < 0 ? gidReason(gid) : ", set");
    }
    int mtuBytes = mtuBytes(candidate, request);
    reason
        .append("; MTU ")
        .append(mtuBytes)
        .append(request.mtuBytes() == 0 ? ", the port's" : ", set");
    return new GidChoice(
        candidate.device(),
        port.number(),
        gid == null ? -1 : gid.index(),
        gid == null ? NO_GID : gid.gid(),
        port.lid(),
        port.lmc(),
        0,
        mtuBytes,
        port.maxMessageBytes(),
        reason.toString());
  }

  /** Returns a port's LIDs in words. */
  static String lids(DevicePort port) {
    int last = port.lid() + (1 << port.lmc()) - 1;
    return port.lmc() == 0 ? "LID " + port.lid() : Text.format("LIDs %d to %d", port.lid(), last);
  }

  private static GidEntry gid(Candidate candidate, GidRequest request) {
    List<GidEntry> gids = candidate.port().gids();
    return gids.stream()
        .filter(entry -> request.gidIndex() < 0 || request.gidIndex() == entry.index())
        .min(Comparator.comparingInt(GidChoice::rank).thenComparingInt(GidEntry::index))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Text.format(
                        "%s port %d has no GID%s; it has: %s",
                        candidate.device(),
                        candidate.port().number(),
                        request.gidIndex() < 0 ? "" : " of index " + request.gidIndex(),
                        gids.isEmpty() ? "none" : gids)));
  }

  /**
   * Returns the rank of an entry, routable before not: RoCE v2 before v1; an IPv4 address, then an
   * IPv6 one, then one of the link only.
   */
  private static int rank(GidEntry entry) {
    int version = entry.type() == GidEntry.Type.ROCE_V1 ? 3 : 0;
    int address = entry.gid().isIpv4() ? 0 : entry.gid().isLinkLocal() ? 2 : 1;
    return version + address;
  }

  private static String gidReason(GidEntry entry) {
    if (entry.gid().isLinkLocal()) {
      return ", of the link only, as there is no other";
    }
    return ", the most widely routable";
  }

  private static int mtuBytes(Candidate candidate, GidRequest request) {
    int active = candidate.port().activeMtuBytes();
    if (request.mtuBytes() == 0) {
      return active;
    }
    if (!Mtu.isSize(request.mtuBytes()) || request.mtuBytes() > active) {
      throw new IllegalArgumentException(
          Text.format(
              "the MTU can be 256, 512, 1024, 2048 or 4096 bytes, and on %s port %d at most %d; not"
                  + " %d",
              candidate.device(), candidate.port().number(), active, request.mtuBytes()));
    }
    return request.mtuBytes();
  }
}
