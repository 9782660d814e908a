package org.armci4j.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Offer;
import org.armci4j.transport.Place;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.shared.ShmProvider;
import org.armci4j.transport.verbs.device.EmulatedDevice;

/**
 * A helper thread as its origin reaches it, through an {@link EmulatedDevice}: each message is
 * carried out and answered as it is posted.
 */
final class HelperRig implements AutoCloseable {
  static final int REQUEST_BYTES = 512;
  static final int BLOCK_BYTES = 1 << 16;
  private static final int CREDITS = 2;
  private static final int RING_BYTES = 4096;
  private static final int KEY = 7;

  /** One direction. */
  private record Line(Connection connection, CompletionPoller poller) {}

  private final Arena arena = Arena.ofConfined();
  private final Bootstrap bootstrap;
  private final Offer offer;

  /** The shared memory of this host. */
  final Transport host;

  /** What goes to the helper thread. */
  final EmulatedDevice device = new EmulatedDevice(32, 1);

  /** The target's block, as the target has it. */
  final RemoteBlock block;

  final RemoteHelper helper;

  HelperRig() {
    Settings settings = ArmciSettings.builder().resolve();
    bootstrap = Bootstrap.open(Membership.alone(), settings);
    Place place = new Place(bootstrap.hostId(), ProcessHandle.current().pid());
    host = ShmProvider.openOnHost(bootstrap, settings, List.of(place));
    offer = host.allocate(BLOCK_BYTES);
    block = host.attach(0, BLOCK_BYTES, offer.descriptor());
    RegisteredRanges<OwnBlock> blocks = new RegisteredRanges<>();
    blocks.add(block.view().address(), BLOCK_BYTES, KEY, new OwnBlock(block, null));

    MemorySegment replies = arena.allocate(CREDITS * RemoteHelper.SLOT_BYTES, 8);
    Line back = line(new EmulatedDevice(32, 1));
    Peer origin = new Peer(back.connection, null, replies.address(), KEY);
    RequestServer server = new RequestServer(rank -> origin, 1, blocks, (at, key) -> true, CREDITS);
    device.deliverTo(message -> server.serve(new HelperRequest(message, 0)));

    CopyRing ring = new CopyRing(arena.allocate(RING_BYTES, RING_BYTES), KEY, 16);
    Line there = line(device);
    helper =
        new RemoteHelper(there.connection, bootstrap, there.poller, ring, replies, REQUEST_BYTES);
  }

  private Line line(EmulatedDevice through) {
    Peer[] end = new Peer[1];
    CompletionPoller poller =
        new CompletionPoller(
            through, rank -> end[0], new PortWatch(null, "", 0), new SilenceWatch(null, 0, 0));
    Connection.Limits limits = new Connection.Limits(32, 8, 16, 0, 1, false, null);
    Connection connection = new Connection(0, through, poller, bootstrap, limits, "here");
    end[0] = new Peer(connection, null, 0, 0);
    return new Line(connection, poller);
  }

  long address() {
    return block.view().address();
  }

  @Override
  public void close() {
    block.detach();
    offer.close();
    host.close();
    bootstrap.close();
    arena.close();
  }
}
