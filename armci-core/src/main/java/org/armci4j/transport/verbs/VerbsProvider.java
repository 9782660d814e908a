package org.armci4j.transport.verbs;

import java.util.List;
import org.armci4j.ArmciException;
import org.armci4j.VerbsSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Place;
import org.armci4j.transport.Transport;
import org.armci4j.transport.TransportProvider;
import org.armci4j.transport.shared.ShmProvider;
import org.armci4j.transport.verbs.device.PathChoice;
import org.armci4j.transport.verbs.device.PortListing;
import org.armci4j.transport.verbs.device.VerbsLibrary;

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
    PathChoice choice = Adapter.choose(library, settings);
    boolean waits =
        library.survey().stream()
            .filter(device -> device.name().equals(choice.device()))
            .anyMatch(device -> Adapter.waitsForOrder(settings, device.attributes()));
    return choice.reason() + (waits ? "; order of reads and writes by waiting (verbsOrder)" : "");
  }

  @Override
  public List<List<String>> choices(Settings settings) {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    if (!found.isAvailable()) {
      return List.of();
    }
    PathChoice chosen = null;
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
    Transport host = ShmProvider.openOnHost(bootstrap, settings, places);
    try {
      return new VerbsTransport(bootstrap, settings.with(VerbsSettings.ALL), places, host);
    } catch (RuntimeException e) {
      host.close();
      throw e;
    }
  }
}
