package org.armci4j.transport.verbs;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Place;
import org.armci4j.transport.Transport;
import org.armci4j.transport.TransportProvider;
import org.armci4j.transport.network.ConnectionOptions;
import org.armci4j.transport.network.block.ListChoice;
import org.armci4j.transport.network.block.NetworkOptions;
import org.armci4j.transport.network.block.NetworkTransport;
import org.armci4j.transport.verbs.device.VerbsLibrary;
import org.armci4j.transport.verbs.device.port.DeviceInfo;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.PortListing;

/** The transport {@code verbs}: RDMA between hosts, shared memory within each. */
public final class VerbsProvider implements TransportProvider {
  /** Makes the provider, for the service loader. */
  public VerbsProvider() {}

  @Override
  public String name() {
    return "verbs";
  }

  @Override
  public int order() {
    return 2;
  }

  @Override
  public Availability availability(Settings settings) {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    if (!found.isAvailable()) {
      return new Availability(false, found.reason());
    }
    try {
      return new Availability(true, reason(found.library(), settings.with(VerbsSettings.ALL)));
    } catch (ArmciException e) {
      return new Availability(false, e.getMessage());
    }
  }

  private static String reason(VerbsLibrary library, Settings settings) {
    List<DeviceInfo> devices = library.survey();
    RailPlan plan = RailPlan.here(devices, settings);
    GidChoice choice = plan.ports().getFirst();
    boolean waits =
        devices.stream()
            .filter(device -> device.name().equals(choice.device()))
            .anyMatch(device -> Adapter.waitsForOrder(settings, device.attributes()));
    return choice.reason()
        + paths(plan)
        + (waits ? "; order of reads and writes by waiting (verbsOrder)" : "");
  }

  /** Describes how the paths to a rank differ. */
  private static String paths(RailPlan plan) {
    int paths = plan.paths();
    List<GidChoice> rails = plan.ports();
    if (paths == 1) {
      return "";
    }
    String each =
        IntStream.range(0, paths)
            .mapToObj(path -> path(path, rails.get(path % rails.size()), path / rails.size()))
            .collect(Collectors.joining(", "));
    return Text.format("; %d paths to a rank (verbsRails, verbsPaths): %s", paths, each);
  }

  private static String path(int number, GidChoice rail, int way) {
    return Text.format(
        "%d by %s port %d%s", number, rail.device(), rail.port(), rail.onPath(way).difference());
  }

  @Override
  public Settings tuned(Settings settings) {
    return VerbsTuning.standIn(settings);
  }

  @Override
  public List<List<String>> choices(Settings settings) {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    if (!found.isAvailable()) {
      return List.of();
    }
    Settings all = settings.with(VerbsSettings.ALL);
    List<DeviceInfo> devices = found.library().survey();
    try {
      RailPlan plan = RailPlan.here(devices, all);
      return PortListing.rows(devices, plan.ports(), plan.leftOut(devices));
    } catch (ArmciException none) { // The listing shows why.
      return PortListing.rows(devices, List.of(), Map.of());
    }
  }

  @Override
  public boolean joins(List<Place> places) {
    return true;
  }

  @Override
  public Transport open(Bootstrap bootstrap, Settings settings, List<Place> places) {
    Settings all = tuned(settings);
    int rankOnHost = Place.rankOnHost(places, bootstrap.rank());
    RailPlan plan = RailPlan.agree(bootstrap, all, rankOnHost);
    return NetworkTransport.open(
        name(), bootstrap, all, places, options(plan), context -> new VerbsNetwork(context, plan));
  }

  /** Returns what the settings of a plan mean for the network layer. */
  static NetworkOptions options(RailPlan plan) {
    Settings settings = plan.settings();
    boolean helperGets = settings.get(VerbsSettings.GET) == VerbsSettings.Get.HELPER;
    return new NetworkOptions(
        settings.get(VerbsSettings.SAME_HOST) == VerbsSettings.SameHost.SHARED,
        helperGets,
        new ListChoice(
            settings.get(VerbsSettings.LISTS),
            settings.get(VerbsSettings.PACKED_SEGMENT_BYTES),
            settings.get(VerbsSettings.ASSISTED_SEGMENT_BYTES)),
        Math.toIntExact(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
        settings.get(VerbsSettings.HELPER_POLL).toNanos(),
        false,
        new ConnectionOptions(
            plan.striping().fromBytes(),
            settings.get(VerbsSettings.CREDITS),
            settings.get(VerbsSettings.QUEUED),
            Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES)),
            0, // no put travels with others: alone it is as cheap as a message
            settings.get(VerbsSettings.CONNECT_TIMEOUT).toNanos()));
  }
}
