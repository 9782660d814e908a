package org.armci4j.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.transport.verbs.device.EmulatedDevice;

/** A connection through an {@link EmulatedDevice}, with what transfers need beside it. */
final class ConnectionRig implements AutoCloseable {
  static final int DEPTH = 32;
  static final int INLINE_BYTES = 64;
  static final int MAX_SEGMENTS = 4;
  static final int SIGNAL_EVERY = 8;
  static final int CHAIN = 16;
  static final int MEMORY_BYTES = 1 << 16;
  static final int PIECE_BYTES = 1024;
  static final int TAILED_BYTES = 40;
  static final int MAX_MESSAGE_BYTES = 8192;
  private static final int RING_BYTES = 8192;
  private static final int RING_PIECES = 64;
  private static final int KEY = 7;

  final EmulatedDevice device = new EmulatedDevice(DEPTH, MAX_SEGMENTS);
  final Arena arena = Arena.ofConfined();

  /** The target's. */
  final MemorySegment remote = arena.allocate(MEMORY_BYTES);

  /** The origin's, registered. */
  final MemorySegment registered = arena.allocate(MEMORY_BYTES);

  final Peer peer;
  final CompletionPoller poller;
  final Connection connection;
  final Transfers transfers;
  final SegmentTransfers segments;
  final CopyRing ring;
  private final Bootstrap bootstrap =
      Bootstrap.open(Membership.alone(), ArmciSettings.builder().resolve());

  ConnectionRig() {
    this(false);
  }

  /**
   * @param waitsForOrder whether the connection waits where order is wanted
   */
  ConnectionRig(boolean waitsForOrder) {
    poller =
        new CompletionPoller(
            device, this::peer, new PortWatch(null, "", 0), new SilenceWatch(null, 0, 0));
    connection =
        new Connection(
            1,
            device,
            poller,
            bootstrap,
            new Connection.Limits(
                DEPTH, SIGNAL_EVERY, CHAIN, INLINE_BYTES, MAX_SEGMENTS, waitsForOrder, null),
            "emulated port 1");
    peer = new Peer(connection, null, 0, 0);
    RegisteredRanges<OwnBlock> ranges = new RegisteredRanges<>();
    ranges.add(registered.address(), MEMORY_BYTES, KEY, null);
    ring = new CopyRing(arena.allocate(RING_BYTES, RING_BYTES), KEY, RING_PIECES);
    Transfers.Options options =
        new Transfers.Options(Long.MAX_VALUE, PIECE_BYTES, MAX_MESSAGE_BYTES, TAILED_BYTES);
    transfers = new Transfers(ranges, null, ring, options);
    segments = new SegmentTransfers(transfers, ring, options);
  }

  /** The other side, whatever the rank. */
  Peer peer(int rank) {
    return peer;
  }

  @Override
  public void close() {
    bootstrap.close();
    arena.close();
  }
}
