package org.armci4j.transport.verbs;

import java.util.concurrent.Semaphore;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.verbs.device.Access;
import org.armci4j.transport.verbs.device.FaultInjection;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.port.DevicePort;
import org.armci4j.waiting.Waiter;

/**
 * The connections through one rail: makes them, handles their completions, and decides how their
 * transfers come by local memory.
 */
final class RailConnections implements AutoCloseable {
  private final Rail rail;
  private final Settings settings;
  private final FaultInjection faults;
  private final Connection.Shared shared;
  private final LocalAccess access;
  private final ContiguousTransfers contiguous;
  private final SignalledPuts signalled;
  private final SegmentTransfers segments;
  private final ConnectionTable connections = new ConnectionTable();
  private final CompletionPoller poller;
  private final CloseStack made = new CloseStack();

  /**
   * @param rail the port
   * @param settings the effective settings
   * @param faults of its device, to invent
   * @param owner what all rails of the rank share
   * @param buffers through which data are copied, with this device's key
   */
  RailConnections(
      Rail rail, Settings settings, FaultInjection faults, RailOwner owner, KeyedBuffers buffers) {
    this.rail = rail;
    this.settings = settings;
    this.faults = faults;
    this.poller = newPoller(owner);
    this.shared =
        new Connection.Shared(
            owner.rank(),
            rail.adapter().toString(),
            owner.failures(),
            owner.waiter(),
            completionRoom(owner.connections()),
            buffers);
    RegistrationCache cache =
        made.push(
            new RegistrationCache(
                rail.adapter().device()::register,
                settings.get(VerbsSettings.REGISTERED_LIMIT),
                this::flushUnlessQueued));
    this.access =
        new LocalAccess(
            rail.ranges(), cache, settings.get(VerbsSettings.REGISTER_BYTES), maxMessageBytes());
    ContiguousTransfers.Limits limits =
        new ContiguousTransfers.Limits(
            Math.toIntExact(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
            maxMessageBytes(),
            settings.get(VerbsSettings.SIGNAL_WITH_DATA));
    this.contiguous = new ContiguousTransfers(access, buffers, limits);
    this.signalled = new SignalledPuts(contiguous, access, buffers, limits);
    this.segments = new SegmentTransfers(contiguous, access, buffers, limits);
  }

  /**
   * What all rails of a rank share.
   *
   * @param rank this rank
   * @param failures learns what ends all that this rank waits for
   * @param waiter whose looks handle completions of all rails
   * @param connections how many there may be through one rail
   */
  record RailOwner(int rank, NetworkFailure failures, Waiter waiter, int connections) {}

  private CompletionPoller newPoller(RailOwner owner) {
    Adapter adapter = rail.adapter();
    int port = adapter.path().port();
    PortWatch portWatch =
        new PortWatch(
            () -> adapter.device().port(port).state(),
            "rank %d: port %d of device %s".formatted(owner.rank(), port, adapter.device().name()),
            settings.get(VerbsSettings.PORT_TIMEOUT).toNanos());
    CompletionWatchdog watchdog =
        new CompletionWatchdog(
            connections::watched,
            settings.get(VerbsSettings.REQUEST_TIMEOUT).toNanos(),
            VerbsSettings.REQUEST_TIMEOUT.name());
    return new CompletionPoller(
        faults.around(adapter.sent()),
        connections::progress,
        portWatch,
        watchdog,
        rail.index() == 0 ? CompletionPoller.ending(owner.failures()) : this::failAll);
  }

  /** A further rail is down: what it carried goes by others. */
  private void failAll(ArmciException down) {
    connections.forEach(connection -> connection.progress().fail(down.getMessage()));
  }

  /** Room for completions that connections must share; null if there is enough for all requests. */
  private Semaphore completionRoom(int connectionsAtMost) {
    int capacity = rail.adapter().sent().capacity();
    long requests = (long) settings.get(VerbsSettings.QUEUE_DEPTH) * connectionsAtMost;
    return requests <= capacity ? null : new Semaphore(capacity);
  }

  private long maxMessageBytes() {
    return Math.min(rail.adapter().path().maxMessageBytes(), 1 << 30);
  }

  /** For the transfers of lines. */
  LocalAccess access() {
    return access;
  }

  /**
   * Makes this side of the connection that all goes by which is not divided.
   *
   * @param slots for the results of blocking reads
   * @param atomics null where helper threads update words
   */
  VerbsEndpoint newEndpoint(int target, KeyedSlots slots, DeviceAtomics.Shared atomics) {
    return add(target, 0, 0, slots, atomics, shared);
  }

  /**
   * Makes this side of a further path.
   *
   * @param path its number
   * @param way which of the ways that this rail has
   */
  VerbsEndpoint newPath(int target, int path, int way) {
    return add(target, path, way, null, null, shared.alone());
  }

  private VerbsEndpoint add(
      int target,
      int path,
      int way,
      KeyedSlots slots,
      DeviceAtomics.Shared atomics,
      Connection.Shared with) {
    Adapter adapter = rail.adapter();
    QueuePair queuePair = adapter.newQueuePair();
    try {
      Connection connection =
          connections.add(
              index ->
                  new Connection(index, target, faults.around(queuePair), limits(queuePair), with));
      return new VerbsEndpoint(
          queuePair,
          queuePair.open(adapter.path().onPath(way), Access.ALL),
          adapter.retries(),
          connection,
          new VerbsEndpoint.Protocols(path, contiguous, signalled, segments, slots, atomics),
          () -> connections.remove(connection));
    } catch (RuntimeException e) {
      queuePair.close();
      throw e;
    }
  }

  private ConnectionLimits limits(QueuePair queuePair) {
    int depth = settings.get(VerbsSettings.QUEUE_DEPTH);
    return new ConnectionLimits(
        depth,
        Math.min(settings.get(VerbsSettings.SIGNAL_EVERY), depth / 4),
        settings.get(VerbsSettings.CHAIN),
        Math.min(queuePair.maxInlineBytes(), settings.get(VerbsSettings.INLINE_BYTES)),
        rail.adapter().maxSegments(),
        rail.adapter().waitsForOrder());
  }

  /** Whether its port is up. */
  boolean isUp() {
    Adapter adapter = rail.adapter();
    return adapter.device().port(adapter.path().port()).state() == DevicePort.State.ACTIVE;
  }

  /**
   * Waits until no transfer of registered memory is under way, unless that would be for lists with
   * assistance or for what is queued: the thread that calls may be about to start just that.
   */
  private boolean flushUnlessQueued() {
    if (connections.hasAny(connection -> !connection.progress().isAlone())) {
      return false;
    }
    connections.forEach(RailConnections::flush);
    return true;
  }

  private static void flush(Connection connection) {
    try {
      connection.flushPosted();
    } catch (ArmciException e) {
      if (!connection.progress().hasFailed()) {
        throw e;
      } // else nothing is under way there any more
    }
  }

  /** Handles what has completed; returns whether there was anything. */
  boolean poll() {
    return poller.poll();
  }

  /** Looks after connections on which nothing ends. */
  void look() {
    connections.forEach(Connection::nudge);
  }

  @Override
  public void close() {
    made.close();
  }
}
