package org.armci4j.transport.ucx;

import java.util.List;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Host;
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
import org.armci4j.transport.ucx.ucp.UcpContext;
import org.armci4j.transport.ucx.ucp.UcxLibrary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transport {@code ucx}: any network between hosts, shared memory within each. */
public final class UcxProvider implements TransportProvider {
  private static final Logger LOG = LoggerFactory.getLogger(UcxProvider.class);

  private static final String SOFT_ROCE =
      "UCX takes TCP alone, as it fails on Soft-RoCE devices, which this host has (rdma link): the"
          + " transport verbs is for them; ucxTls or ucxDevices names what UCX is to take";

  /** Creates the provider, for the service loader. */
  public UcxProvider() {}

  @Override
  public String name() {
    return "ucx";
  }

  @Override
  public int order() {
    return 3;
  }

  @Override
  public Availability availability(Settings settings) {
    UcxLibrary.Availability found = UcxLibrary.find();
    if (!found.isAvailable()) {
      return new Availability(false, found.reason());
    }
    Settings all = settings.with(UcxSettings.ALL);
    try (UcpContext _ = open(found.library(), all, 1)) {
      return new Availability(true, found.reason() + choice(all));
    } catch (ArmciException e) {
      return new Availability(false, found.reason() + ": " + e.getMessage());
    }
  }

  private static String choice(Settings settings) {
    String text =
        Text.format(
            ", transports %s, devices %s",
            settings.get(UcxSettings.TLS), settings.get(UcxSettings.DEVICES));
    return leavesSoftRoceOut(settings) ? text + "; " + SOFT_ROCE : text;
  }

  private static boolean leavesSoftRoceOut(Settings settings) {
    return UcxOptions.leavesSoftRoceOut(settings, System.getenv(), RdmaDevices.ofThisHost());
  }

  @Override
  public List<List<String>> choices(Settings settings) {
    return UcxLibrary.find().isAvailable()
        ? NetworkDevices.rows(settings.with(UcxSettings.ALL).get(UcxSettings.DEVICES))
        : List.of();
  }

  @Override
  public boolean joins(List<Place> places) {
    return true;
  }

  @Override
  public Transport open(Bootstrap bootstrap, Settings settings, List<Place> places) {
    Settings all = settings.with(UcxSettings.ALL);
    UcxLibrary library = UcxLibrary.find().library();
    if (leavesSoftRoceOut(all)) {
      LOG.warn("{}", SOFT_ROCE);
    }
    boolean shared = all.get(UcxSettings.SAME_HOST) == UcxSettings.SameHost.SHARED;
    bootstrap
        .shared(OpenFileRoom.class, () -> OpenFileRoom.of(bootstrap.rank(), places, shared))
        .require(Host.name());
    return NetworkTransport.open(
        name(),
        bootstrap,
        all,
        places,
        options(all),
        context -> new UcxNetwork(context, all, library, open(library, all, bootstrap.size())));
  }

  private static UcpContext open(UcxLibrary library, Settings settings, int endpoints) {
    return UcpContext.open(
        library, UcxOptions.of(settings, System.getenv(), RdmaDevices.ofThisHost()), endpoints);
  }

  private static NetworkOptions options(Settings settings) {
    return new NetworkOptions(
        settings.get(UcxSettings.SAME_HOST) == UcxSettings.SameHost.SHARED,
        false,
        new ListChoice(
            settings.get(UcxSettings.LISTS),
            UcxOptions.packedSegmentBytes(settings, System.getenv(), RdmaDevices.ofThisHost()),
            0),
        Math.toIntExact(settings.get(UcxSettings.COPY_PIECE_BYTES)),
        settings.get(UcxSettings.HELPER_POLL).toNanos(),
        true,
        new ConnectionOptions(
            Long.MAX_VALUE, // UCX itself stripes over devices
            settings.get(UcxSettings.CREDITS),
            settings.get(UcxSettings.QUEUED),
            Math.toIntExact(settings.get(UcxSettings.REQUEST_BYTES)),
            Math.toIntExact(settings.get(UcxSettings.GATHERED_BYTES)),
            settings.get(UcxSettings.CONNECT_TIMEOUT).toNanos()));
  }
}
