package org.armci4j.transport.verbs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.VerbsLibrary;
import org.armci4j.transport.verbs.device.port.DeviceInfo;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.GidRequest;
import org.armci4j.transport.verbs.device.port.NetworkPrefix;
import org.armci4j.transport.verbs.device.port.RailPort;
import org.armci4j.transport.verbs.device.port.RankOffer;
import org.armci4j.transport.verbs.path.Striping;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says through which ports a rank's paths go.
 *
 * @param ports the rails of this rank, the first one's first
 * @param rails number of rails of each rank that has enough ports; the paths of a rank with fewer
 *     share them
 * @param settings the effective settings
 */
record RailPlan(List<GidChoice> ports, int rails, Settings settings) {
  private static final Logger LOG = LoggerFactory.getLogger(RailPlan.class);

  /**
   * Returns the plan of a rank of a job. Collective over the job, whatever the ranks' settings are:
   * a host may name devices beside one that does not.
   *
   * @param rankOnHost number of this rank among those of its host, from 0
   * @throws ArmciException when this host has no port that can be used
   */
  static RailPlan agree(Bootstrap bootstrap, Settings settings, int rankOnHost) {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    if (!found.isAvailable()) {
      throw new ArmciException("transport verbs: " + found.reason());
    }
    RailPlan plan = agree(bootstrap, found.library().survey(), settings, rankOnHost);
    plan.warnOfFewer(rankOnHost);
    return plan;
  }

  /**
   * Returns the plan of a rank with these devices.
   *
   * @throws ArmciException when this host has no port that can be used
   */
  static RailPlan agree(
      Bootstrap bootstrap, List<DeviceInfo> devices, Settings settings, int rankOnHost) {
    List<RailPort> mine = ports(devices, settings, rankOnHost);
    int[] everyone = IntStream.range(0, bootstrap.size()).toArray();
    long timeoutNanos = settings.get(BootstrapSettings.EXCHANGE_TIMEOUT).toNanos();
    byte[] offer = offer(mine, settings).encode();
    List<RankOffer> offers =
        bootstrap.exchange("verbs-ports", everyone, offer, timeoutNanos).stream()
            .map(RankOffer::decode)
            .toList();
    return of(mine, RailAgreement.of(offers, bootstrap.rank()), settings);
  }

  /**
   * Returns the plan of a job whose ranks all have this host's ports.
   *
   * @throws ArmciException when this host has no port that can be used
   */
  static RailPlan here(List<DeviceInfo> devices, Settings settings) {
    List<RailPort> mine = ports(devices, settings, 0);
    return of(mine, RailAgreement.of(List.of(offer(mine, settings)), 0), settings);
  }

  private static RankOffer offer(List<RailPort> mine, Settings settings) {
    int rails = isNamed(settings) ? VerbsSettings.rails(settings) : 0;
    return new RankOffer(rails, mine.stream().map(RailPort::offer).toList());
  }

  private static RailPlan of(List<RailPort> mine, RailAgreement agreed, Settings settings) {
    List<GidChoice> ports = agreed.ports().stream().map(i -> mine.get(i).choice()).toList();
    return new RailPlan(ports, agreed.rails(), settings);
  }

  /** Returns whether the user names devices, or how many ports to use. */
  static boolean isNamed(Settings settings) {
    return settings.get(VerbsSettings.RAILS) > 0
        || !settings.get(VerbsSettings.DEVICE).equals(VerbsSettings.AUTO);
  }

  /** Returns the named ports in their order, or all usable ones, the best first. */
  private static List<RailPort> ports(List<DeviceInfo> devices, Settings settings, int rankOnHost) {
    try {
      return isNamed(settings)
          ? named(devices, settings, rankOnHost)
          : RailPort.all(devices, request(settings, VerbsSettings.AUTO), NetworkPrefix::bits);
    } catch (IllegalArgumentException none) {
      throw unusable(none);
    }
  }

  private static List<RailPort> named(List<DeviceInfo> devices, Settings settings, int rankOnHost) {
    List<List<GidChoice>> byName = new ArrayList<>();
    for (String name : VerbsSettings.devices(settings, rankOnHost)) {
      byName.add(GidChoice.all(devices, request(settings, name)));
    }
    return GidChoice.inTurn(byName, VerbsSettings.rails(settings)).stream()
        .map(choice -> RailPort.of(devices, choice, NetworkPrefix::bits))
        .toList();
  }

  private static GidRequest request(Settings settings, String name) {
    return new GidRequest(
        name.equals(VerbsSettings.AUTO) ? null : name,
        settings.get(VerbsSettings.PORT),
        settings.get(VerbsSettings.GID_INDEX),
        settings.get(VerbsSettings.MTU));
  }

  private static ArmciException unusable(IllegalArgumentException none) {
    return new ArmciException(
        Text.format(
            "transport verbs: %s; see ARMCI_VERBS_DEVICE, ARMCI_VERBS_PORT, ARMCI_VERBS_GID_INDEX",
            none.getMessage()),
        none);
  }

  /** Returns the ports that could be used and are not, with the reason for each. */
  Map<GidChoice, String> leftOut(List<DeviceInfo> devices) {
    Map<GidChoice, String> reasons = new HashMap<>();
    if (!isNamed(settings)) {
      List<RailPort> usable = ports(devices, settings, 0);
      String kind =
          usable.stream()
              .filter(port -> ports.contains(port.choice()))
              .map(port -> port.offer().kind())
              .findFirst()
              .orElseThrow();
      for (RailPort port : usable) {
        if (!ports.contains(port.choice())) {
          String reason = Text.format("not used: %s, not %s", port.offer().kind(), kind);
          reasons.put(port.choice(), reason);
        }
      }
    }
    return reasons;
  }

  private void warnOfFewer(int rankOnHost) {
    if (ports.size() < rails && (rankOnHost == 0 || isNamed(settings))) {
      LOG.warn(
          "rank {} of this host has {} active RDMA ports, not {}: paths share them",
          rankOnHost,
          ports.size(),
          rails);
    }
  }

  /** Returns the number of paths to each rank. */
  int paths() {
    return rails * settings.get(VerbsSettings.PATHS);
  }

  /** Returns how many connections one rail may have: all of them, when the other rails fail. */
  int connections(int ranks) {
    return Math.multiplyExact(ranks, paths());
  }

  /**
   * Requires that completion queues have room for all requests. When a connection fails, all its
   * requests complete in error, also those that ask for no completion. A queue that runs over fails
   * the connections to the other ranks too, which a job that goes on still needs.
   *
   * @param ranks number of ranks in the job
   * @param device names the device
   * @param most completions that a queue of the device can hold
   * @throws ArmciException when that is too few: says which setting to lower
   */
  void requireRoomForAll(int ranks, Object device, int most) {
    requireRoom(connections(ranks), VerbsSettings.QUEUE_DEPTH, device, most);
    long lines = Lines.COMPLETIONS_OF_MESSAGE * ranks;
    requireRoom(lines, VerbsSettings.ASSISTED_MESSAGES, device, most);
  }

  private void requireRoom(long queues, Setting<Integer> depth, Object device, int most) {
    long requests = queues * settings.get(depth);
    if (requests > most) {
      throw new ArmciException(
          Text.format(
              "with onFailure=continue a queue of %s must have room for %d completions, and has"
                  + " room for %d: set %s (%s) to at most %d on all ranks, or take fewer ranks",
              device,
              requests,
              most,
              depth.name(),
              depth.environmentName(),
              Long.highestOneBit(most / queues)));
    }
  }

  /** Returns which transfers go over several paths. */
  Striping striping() {
    int batch = settings.get(VerbsSettings.PATH_BATCH);
    return Striping.of(
        paths(),
        batch == 0 ? paths() : Math.min(batch, paths()),
        settings.get(VerbsSettings.STRIPE_BYTES),
        rails);
  }
}
