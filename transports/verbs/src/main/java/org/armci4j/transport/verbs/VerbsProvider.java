package org.armci4j.transport.verbs;

import java.util.List;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Place;
import org.armci4j.transport.Transport;
import org.armci4j.transport.TransportProvider;
import org.armci4j.transport.network.block.ListChoice;
import org.armci4j.transport.network.block.NetworkOptions;
import org.armci4j.transport.network.block.NetworkTransport;
import org.armci4j.transport.verbs.device.VerbsLibrary;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.PortListing;

/** The transport {@code verbs}: RDMA between hosts, shared memory within each. */
public final class VerbsProvider implements TransportProvider {
  /** For the service loader. */
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
    GidChoice choice = Adapter.choose(library, settings);
    boolean waits =
        library.survey().stream()
            .filter(device -> device.name().equals(choice.device()))
            .anyMatch(device -> Adapter.waitsForOrder(settings, device.attributes()));
    return choice.reason()
        + paths(choice, settings)
        + (waits ? "; order of reads and writes by waiting (verbsOrder)" : "");
  }

  private static String paths(GidChoice choice, Settings settings) {
    int paths = settings.get(VerbsSettings.PATHS);
    if (paths == 1) {
      return "";
    }
    String by = choice.usesGid() ? "flow label" : "LID";
    int ways = choice.usesGid() ? paths : Math.min(paths, 1 << choice.pathBits());
    return "; %d paths to a rank (verbsPaths), %d of them different by %s"
        .formatted(paths, ways, by);
  }

  @Override
  public List<List<String>> choices(Settings settings) {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    if (!found.isAvailable()) {
      return List.of();
    }
    GidChoice chosen = null;
    try {
      chosen = Adapter.choose(found.library(), settings.with(VerbsSettings.ALL));
    } catch (ArmciException none) {
      // The listing shows why.
    }
    return PortListing.rows(found.library().survey(), chosen);
  }

  @Override
  public boolean joins(List<Place> places) {
    return true;
  }

  @Override
  public Transport open(Bootstrap bootstrap, Settings settings, List<Place> places) {
    Settings all = settings.with(VerbsSettings.ALL);
    return NetworkTransport.open(
        name(), bootstrap, all, places, options(all), context -> new VerbsNetwork(context, all));
  }

  private static NetworkOptions options(Settings settings) {
    boolean assistedGets = settings.get(VerbsSettings.GET) == VerbsSettings.Get.HELPER;
    return new NetworkOptions(
        settings.get(VerbsSettings.SAME_HOST) == VerbsSettings.SameHost.SHARED,
        assistedGets ? settings.get(VerbsSettings.COPY_PIECE_BYTES) : 0,
        new ListChoice(
            settings.get(VerbsSettings.LISTS),
            settings.get(VerbsSettings.PACKED_SEGMENT_BYTES),
            settings.get(VerbsSettings.ASSISTED_SEGMENT_BYTES)),
        VerbsSettings.striping(settings),
        Math.toIntExact(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
        settings.get(VerbsSettings.CREDITS),
        settings.get(VerbsSettings.QUEUED),
        Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES)),
        0, // a put alone is as cheap as a message
        settings.get(VerbsSettings.HELPER_POLL).toNanos(),
        false,
        settings.get(VerbsSettings.CONNECT_TIMEOUT).toNanos());
  }
}
