package org.armci4j.testkit.fake;

import java.time.Duration;
import java.util.List;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Place;
import org.armci4j.transport.Transport;
import org.armci4j.transport.TransportProvider;
import org.armci4j.transport.network.ConnectionOptions;
import org.armci4j.transport.network.block.ListChoice;
import org.armci4j.transport.network.block.NetworkOptions;
import org.armci4j.transport.network.block.NetworkTransport;
import org.armci4j.transport.network.path.PathPlan;
import org.armci4j.transport.verbs.path.Striping;

/** The transport {@code fake}, which only a test asks for. */
public final class FakeProvider implements TransportProvider {
  static final String NAME = "fake";
  private static final int REQUEST_BYTES = 512;
  private static final int PACKED_SEGMENT_BYTES = 64;
  private static final int PACKED_BYTES = 320;
  private static final int ASSISTED_SEGMENT_BYTES = 512;
  private static final long RETRY_NANOS = 1_000_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int order() {
    return 99;
  }

  @Override
  public Availability availability(Settings settings) {
    return settings.with(FakeSettings.ALL).get(FakeSettings.AVAILABLE)
        ? new Availability(true, "for tests")
        : new Availability(false, "a setting says that it is not there");
  }

  @Override
  public boolean joins(List<Place> places) {
    // Also where the setting hostId says that its threads are on several hosts.
    return places.stream().map(Place::processId).distinct().count() == 1;
  }

  @Override
  public Transport open(Bootstrap bootstrap, Settings settings, List<Place> places) {
    Settings all = settings.with(FakeSettings.ALL);
    Striping striping = striping(all.get(FakeSettings.PATHS));
    FakeFabric fabric = bootstrap.shared(FakeFabric.class, FakeFabric::new);
    NetworkOptions options =
        new NetworkOptions(
            all.get(FakeSettings.SHARED_ON_HOST),
            all.get(FakeSettings.ASSISTED_GETS),
            new ListChoice(
                all.get(FakeSettings.LISTS), PACKED_SEGMENT_BYTES, ASSISTED_SEGMENT_BYTES),
            PACKED_BYTES,
            0,
            all.get(FakeSettings.RANKS_SERVE),
            new ConnectionOptions(
                striping.fromBytes(),
                all.get(FakeSettings.CREDITS),
                all.get(FakeSettings.QUEUED),
                REQUEST_BYTES,
                all.get(FakeSettings.GATHERED_BYTES),
                Duration.ofSeconds(30).toNanos()));
    return NetworkTransport.open(
        NAME,
        bootstrap,
        all,
        places,
        options,
        context -> new FakeNetwork(context, all, fabric, striping));
  }

  /** Transfers of all lengths, which have stripes from one byte on. */
  private static Striping striping(int paths) {
    return paths == 1
        ? new Striping(Striping.NONE.plan(), Long.MAX_VALUE, RETRY_NANOS)
        : new Striping(new PathPlan(paths, 1 + paths / 2, 0.95, 1, 4, 1), 1, RETRY_NANOS);
  }
}
