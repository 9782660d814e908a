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
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.helper.HelperServer;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.outbox.HelperOperation;
import org.armci4j.transport.shared.ShmProvider;
import org.armci4j.transport.verbs.device.EmulatedDevice;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;

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

  private final Arena arena = Arena.ofShared();
  private final BounceBuffers buffers =
      new BounceBuffers(arena.allocate(RING_BYTES, RING_BYTES), 16);
  private final Bootstrap bootstrap;
  private final Offer offer;

  /** The shared memory of this host. */
  final Transport host;

  /** What goes to the helper thread. */
  final EmulatedDevice device = new EmulatedDevice(32, 1);

  /** The target's block, as the target has it. */
  final RemoteBlock block;

  final RemoteHelper helper;

  private final CompletionPoller sent;

  HelperRig() {
    Settings settings = ArmciSettings.builder().resolve();
    bootstrap = Bootstrap.open(Membership.alone(), settings);
    Place place = new Place(bootstrap.hostId(), ProcessHandle.current().pid());
    host = ShmProvider.openOnHost(bootstrap, settings, List.of(place));
    offer = host.allocate(BLOCK_BYTES);
    block = host.attach(0, BLOCK_BYTES, offer.descriptor());
    MemorySegment replies = arena.allocate(CREDITS * ReplySlots.SLOT_BYTES, 8);
    ConnectionTable wayBack = new ConnectionTable();
    EmulatedDevice back = new EmulatedDevice(32, 1);
    CompletionPoller answers = poller(back, wayBack);
    ReplySlots origin =
        new ReplySlots(
            line(back, wayBack, answers), replies.address(), new VerbsRemoteKey(KEY), CREDITS);
    HelperServer server =
        new HelperServer(
            null,
            rank -> origin,
            rank -> null,
            new OriginSteps(),
            1,
            new OneBlock(),
            REQUEST_BYTES,
            0,
            false);
    device.deliverTo(
        message -> {
          answers.poll(); // there is always room for an answer
          server.serve(message, 0);
        });
    ConnectionTable wayThere = new ConnectionTable();
    sent = poller(device, wayThere);
    VerbsEndpoint there = line(device, wayThere, sent);
    helper = new RemoteHelper(0, 0, there, buffers, replies, REQUEST_BYTES);
  }

  /** The block alone, whatever its key. */
  private final class OneBlock implements HelperServer.BlockFinder {
    @Override
    public RemoteBlock find(long address, long lengthBytes) {
      boolean holds = address >= address() && address + lengthBytes <= address() + BLOCK_BYTES;
      return holds ? block : null;
    }

    @Override
    public boolean isOffered(long address, byte[] key) {
      return address == address();
    }
  }

  /** Sends all that is asked; each message is answered before the next one goes. */
  void send(HelperOperation operation) {
    while (operation.hasMore()) {
      while (!helper.tryBegin()) {
        boolean _ = sent.poll(); // buffers are free again when their completions are handled
      }
      try {
        operation.sendNext(helper);
      } finally {
        helper.end();
      }
      helper.awaitAll();
    }
  }

  private static CompletionPoller poller(EmulatedDevice device, ConnectionTable table) {
    return new CompletionPoller(
        device,
        table::handler,
        new PortWatch(null, "", 0),
        new CompletionWatchdog(table::watched, 0, ""),
        CompletionPoller.ending(new NetworkFailure()));
  }

  /** One direction. */
  private VerbsEndpoint line(
      EmulatedDevice through, ConnectionTable table, CompletionPoller poller) {
    WaitPolicy policy = WaitPolicy.of(ArmciSettings.builder().resolve(), 1, 1);
    ConnectionShared shared =
        new ConnectionShared(
            0,
            "here",
            new NetworkFailure(),
            Waiter.forTransfers(bootstrap, poller::poll, policy),
            null,
            new KeyedBuffers(buffers, KEY));
    ConnectionLimits limits = new ConnectionLimits(32, 8, 16, 0, 1, false);
    Connection connection = table.add(index -> new Connection(index, 0, through, limits, shared));
    TransferMeans none = new TransferMeans(null, null, 0, 0, 0);
    return new VerbsEndpoint(null, connection, 0, none, null, () -> {});
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
