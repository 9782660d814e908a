package org.armci4j.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ranges.RegisteredRanges;
import org.armci4j.transport.verbs.device.EmulatedDevice;
import org.armci4j.transport.verbs.key.LocalAccess;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;

/** A connection through an {@link EmulatedDevice}, with what transfers need beside it. */
final class ConnectionRig implements AutoCloseable {
  static final int ROOM = 64;
  static final int DEPTH = 32;
  static final int INLINE_BYTES = 64;
  static final int MAX_SEGMENTS = 4;
  static final int SIGNAL_EVERY = 8;
  static final int CHAIN = 16;
  static final int MEMORY_BYTES = 1 << 16;
  static final int PIECE_BYTES = 1024;
  static final int SIGNAL_WITH_DATA_BYTES = 40;

  /** More than a wait makes before it begins to yield and sleep. */
  static final int MANY_POLLS = 200;

  static final int MAX_MESSAGE_BYTES = 8192;
  private static final int RING_BYTES = 8192;
  private static final int RING_PIECES = 64;
  private static final int KEY = 7;

  final EmulatedDevice device = new EmulatedDevice(DEPTH, MAX_SEGMENTS);

  /** Null where the connection fails with its device. */
  final EmulatedDevice second;

  final RequestJournal journal;
  final Arena arena = Arena.ofShared();

  /** The target's. */
  final MemorySegment remote = arena.allocate(MEMORY_BYTES);

  /** The origin's, registered. */
  final MemorySegment registered = arena.allocate(MEMORY_BYTES);

  final NetworkFailure failures = new NetworkFailure();
  final ConnectionTable table = new ConnectionTable();
  final CompletionPoller poller;
  final Waiter waiter;
  final Connection connection;
  final ContiguousTransfers transfers;
  final SignalledPuts signalled;
  final SegmentTransfers segments;

  /** Atomics whose old values go to the beginning of {@link #remote} where nobody wants them. */
  final DeviceAtomics atomics;

  /** Room for completions of a connection that outlives its queue pair. */
  final Semaphore room = new Semaphore(ROOM);

  private final Bootstrap bootstrap =
      Bootstrap.open(Membership.alone(), ArmciSettings.builder().resolve());

  ConnectionRig() {
    this(false);
  }

  /**
   * @param waitsForOrder whether the connection waits where order is wanted
   */
  ConnectionRig(boolean waitsForOrder) {
    this(waitsForOrder, Duration.ZERO);
  }

  /**
   * @param waitTimeout how long a wait may last; zero is forever
   */
  ConnectionRig(boolean waitsForOrder, Duration waitTimeout) {
    this(waitsForOrder, waitTimeout, null);
  }

  /** With a connection that outlives its queue pair, and goes on by another device. */
  static ConnectionRig ofTwoDevices() {
    return new ConnectionRig(false, Duration.ZERO, new EmulatedDevice(DEPTH, MAX_SEGMENTS));
  }

  private ConnectionRig(boolean waitsForOrder, Duration waitTimeout, EmulatedDevice second) {
    this.second = second;
    poller = poller(device);
    CompletionPoller secondPoller = second == null ? null : poller(second);
    KeyedBuffers buffers =
        new KeyedBuffers(
            new BounceBuffers(arena.allocate(RING_BYTES, RING_BYTES), RING_PIECES), KEY);
    Settings settings =
        ArmciSettings.builder().set(ArmciSettings.WAIT_TIMEOUT, waitTimeout).resolve();
    WaitPolicy policy = WaitPolicy.of(settings, 1, 1);
    waiter =
        Waiter.forTransfers(
            bootstrap,
            () -> poller.poll() || (secondPoller != null && secondPoller.poll()),
            policy);
    ConnectionShared shared =
        new ConnectionShared(
            0, "emulated port 1", failures, waiter, second == null ? null : room, buffers);
    ConnectionLimits limits =
        new ConnectionLimits(DEPTH, SIGNAL_EVERY, CHAIN, INLINE_BYTES, MAX_SEGMENTS, waitsForOrder);
    journal = second == null ? null : new RequestJournal(limits, remote.address());
    connection =
        table.add(
            index ->
                journal == null
                    ? new Connection(index, 1, device, limits, shared)
                    : new Connection(index, 1, journal, limits, shared));
    RegisteredRanges<Integer> ranges = new RegisteredRanges<>();
    ranges.add(registered.address(), MEMORY_BYTES, KEY);
    LocalAccess access = new LocalAccess(ranges, null, Long.MAX_VALUE, MAX_MESSAGE_BYTES);
    TransferMeans means =
        new TransferMeans(access, buffers, PIECE_BYTES, MAX_MESSAGE_BYTES, SIGNAL_WITH_DATA_BYTES);
    transfers = new ContiguousTransfers(connection, means);
    signalled = new SignalledPuts(connection, means, transfers);
    segments = new SegmentTransfers(connection, means, transfers);
    atomics =
        new DeviceAtomics(connection, means, new DeviceAtomics.Unwanted(remote.address(), KEY));
  }

  private CompletionPoller poller(EmulatedDevice of) {
    return new CompletionPoller(
        of,
        table::handler,
        new PortWatch(null, "", 0),
        new CompletionWatchdog(table::watched, 0, ""),
        CompletionPoller.ending(failures));
  }

  /** Adds to a word at the target. */
  long fetchAdd(long address, long delta, MemorySegment result, long offset) {
    RemoteKey key = new VerbsRemoteKey(1);
    return atomics.change(WordChange.ADD, Long.BYTES, address, key, delta, 0, result, offset);
  }

  /** What a transport does at its end. */
  void drain() {
    while (poller.poll()) {
      // until nothing comes
    }
    failures.checkUntold();
  }

  @Override
  public void close() {
    bootstrap.close();
    arena.close();
  }
}
