package org.armci4j.transport.verbs;

import java.util.List;
import java.util.concurrent.Semaphore;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.verbs.device.Access;
import org.armci4j.transport.verbs.device.Endpoint;
import org.armci4j.transport.verbs.device.FaultInjection;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.RequestSink;
import org.armci4j.transport.verbs.device.Retries;
import org.armci4j.transport.verbs.device.port.DeviceAttributes;
import org.armci4j.transport.verbs.device.port.DevicePort;
import org.armci4j.transport.verbs.key.GuestKeys;
import org.armci4j.transport.verbs.key.LocalAccess;
import org.armci4j.transport.verbs.key.RegistrationCache;
import org.armci4j.transport.verbs.key.RemoteKeys;
import org.armci4j.waiting.Waiter;

/**
 * Makes the connections through one rail, handles their completions, and decides how their
 * transfers access local memory.
 */
final class RailConnections implements AutoCloseable {
  private final Rail rail;
  private final Settings settings;
  private final FaultInjection faults;
  private final ConnectionShared shared;
  private final TransferMeans means;
  private final RegistrationCache cache;
  private final GuestKeys guestKeys;
  private final ConnectionTable connections = new ConnectionTable();
  private final CompletionPoller poller;
  private final VerbsInbox inbox;
  private final CloseStack made = new CloseStack();

  /**
   * @param rail the port
   * @param settings the effective settings
   * @param faults of the device to inject, for tests
   * @param owner what all rails of the rank share
   * @param buffers bounce buffers with this device's key
   * @param first connections of the first rail; null if these are
   */
  RailConnections(
      Rail rail,
      Settings settings,
      FaultInjection faults,
      RailOwner owner,
      KeyedBuffers buffers,
      RailConnections first) {
    this.rail = rail;
    this.inbox = owner.inbox();
    this.settings = settings;
    this.faults = faults;
    this.poller = newPoller(owner);
    this.shared =
        new ConnectionShared(
            owner.rank(),
            rail.adapter().toString(),
            owner.failures(),
            owner.waiter(),
            owner.completionRoom(),
            buffers);
    this.cache =
        made.push(
            new RegistrationCache(
                rail.adapter().device()::register,
                settings.get(VerbsSettings.REGISTERED_LIMIT),
                this::flushUnlessQueued));
    this.guestKeys =
        first == null
            ? new GuestKeys(rail.ranges(), cache, null)
            : made.push(
                new GuestKeys(rail.ranges(), first.cache, rail.adapter().device()::register));
    LocalAccess access =
        new LocalAccess(
            rail.ranges(), cache, settings.get(VerbsSettings.REGISTER_BYTES), maxMessageBytes());
    this.means =
        new TransferMeans(
            access,
            buffers,
            Math.toIntExact(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
            maxMessageBytes(),
            settings.get(VerbsSettings.SIGNAL_WITH_DATA));
  }

  /**
   * Holds what all rails of a rank share.
   *
   * @param rank this rank
   * @param failures learns of failures that end all waits of this rank
   * @param waiter handles completions of all rails at each look
   * @param completionRoom room that all connections share in the completion queue of any one rail;
   *     null if that has room for every request
   * @param inbox receives messages through all rails
   * @param rails number of rails
   */
  record RailOwner(
      int rank,
      NetworkFailure failures,
      Waiter waiter,
      Semaphore completionRoom,
      VerbsInbox inbox,
      int rails) {}

  private CompletionPoller newPoller(RailOwner owner) {
    Adapter adapter = rail.adapter();
    int port = adapter.path().port();
    PortWatch portWatch =
        new PortWatch(
            () -> adapter.device().port(port).state(),
            Text.format(
                "rank %d: port %d of device %s", owner.rank(), port, adapter.device().name()),
            settings.get(VerbsSettings.PORT_TIMEOUT).toNanos());
    CompletionWatchdog watchdog =
        new CompletionWatchdog(
            connections::watched,
            settings.get(VerbsSettings.REQUEST_TIMEOUT).toNanos(),
            VerbsSettings.REQUEST_TIMEOUT.name());
    return new CompletionPoller(
        faults.around(adapter.sent()),
        connections::handler,
        portWatch,
        watchdog,
        owner.rails() == 1 ? CompletionPoller.ending(owner.failures()) : this::failAll);
  }

  /**
   * Fails all connections through this rail, whose port is down; what they carried goes by other
   * rails.
   */
  private void failAll(ArmciException down) {
    connections.forEachHere(connection -> connection.requests().fail(down.getMessage()));
  }

  private long maxMessageBytes() {
    return Math.min(rail.adapter().path().maxMessageBytes(), 1 << 30);
  }

  /** Returns how transfers access local memory, for lines. */
  LocalAccess access() {
    return means.access();
  }

  /**
   * Makes this side of the connection that carries all undivided operations.
   *
   * @param unwanted null where helper threads update words
   */
  VerbsEndpoint newEndpoint(int target, DeviceAtomics.Unwanted unwanted) {
    return add(target, 0, 0, unwanted, shared);
  }

  /**
   * Makes this side of that connection where it goes on by another rail when this one fails.
   *
   * @param rails all rails, this one first
   * @param remoteKeys keys of the target's memory
   */
  VerbsEndpoint newEndpoint(
      int target,
      DeviceAtomics.Unwanted unwanted,
      List<RailConnections> rails,
      RemoteKeys remoteKeys) {
    QueuePair queuePair = newQueuePair();
    try {
      ConnectionLimits limits = limits(queuePair);
      RequestJournal journal =
          new RequestJournal(limits, unwanted == null ? 0 : unwanted.address());
      long patienceNanos = settings.get(VerbsSettings.PORT_TIMEOUT).toNanos();
      FirstEnd end = new FirstEnd(rails, journal, remoteKeys, patienceNanos);
      Connection connection =
          connections.add(
              index -> {
                Connection made = new Connection(index, target, journal, limits, shared);
                end.begin(made, index, queuePair);
                return made;
              });
      return endpoint(end, connection, 0, unwanted);
    } catch (RuntimeException e) {
      queuePair.close();
      throw e;
    }
  }

  /**
   * Makes this side of a further path.
   *
   * @param path its number
   * @param way number of the path among those through this rail
   */
  VerbsEndpoint newPath(int target, int path, int way) {
    return add(target, path, way, null, shared.alone());
  }

  private VerbsEndpoint add(
      int target, int path, int way, DeviceAtomics.Unwanted unwanted, ConnectionShared with) {
    QueuePair queuePair = newQueuePair();
    try {
      Connection connection =
          connections.add(
              index -> new Connection(index, target, sink(queuePair), limits(queuePair), with));
      ConnectionEnd end =
          new ConnectionEnd.OneQueuePair(queuePair, bind(queuePair, way), retries());
      return endpoint(end, connection, path, unwanted);
    } catch (RuntimeException e) {
      queuePair.close();
      throw e;
    }
  }

  private VerbsEndpoint endpoint(
      ConnectionEnd end, Connection connection, int path, DeviceAtomics.Unwanted unwanted) {
    return new VerbsEndpoint(
        end, connection, path, means, unwanted, () -> connections.remove(connection));
  }

  /** Makes a queue pair, not yet bound to the port. */
  QueuePair newQueuePair() {
    return rail.adapter().newQueuePair();
  }

  /** Binds a queue pair to the port; returns what the other side must know. */
  Endpoint bind(QueuePair queuePair, int way) {
    return queuePair.open(rail.adapter().path().onPath(way), Access.ALL);
  }

  Retries retries() {
    return rail.adapter().retries();
  }

  /** Returns the sink that posts requests to a queue pair. */
  RequestSink sink(QueuePair queuePair) {
    return faults.around(queuePair);
  }

  /** Adds a connection of the first rail that goes on through this one; returns its index here. */
  int addGuest(Connection guest) {
    return connections.addGuest(guest);
  }

  /**
   * Ends the handling of completions of an index; returns false, and does nothing, while a thread
   * polls.
   */
  boolean tryForget(int index) {
    return poller.tryAlone(() -> connections.forget(index));
  }

  /** Returns the local keys for connections of the first rail that go through this one. */
  GuestKeys guestKeys() {
    return guestKeys;
  }

  /** Posts receives, so that messages may come through this rail. */
  void openInbox() {
    inbox.open(rail);
  }

  int index() {
    return rail.index();
  }

  /**
   * Returns why words that are updated through another rail cannot be updated through this one;
   * null if they can. The atomics of two devices need not be atomic to each other.
   */
  String refusesAtomicsOf(RailConnections other) {
    DeviceAttributes here = rail.adapter().device().attributes();
    boolean same =
        rail.adapter().device().name().equals(other.rail.adapter().device().name())
            || here.isSoftware() // it has one lock for all devices (atomic_ops_lock)
            || here.atomics() == DeviceAttributes.AtomicScope.GLOBAL;
    return same
        ? null
        : Text.format(
            "words of eight bytes are updated through %s, which has failed, and %s is not atomic to"
                + " it; with verbsAtomics=helper (ARMCI_VERBS_ATOMICS) such updates go on",
            other, this);
  }

  @Override
  public String toString() {
    return rail.adapter().toString();
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

  /** Returns whether its port is up. */
  boolean isUp() {
    Adapter adapter = rail.adapter();
    return adapter.device().port(adapter.path().port()).state() == DevicePort.State.ACTIVE;
  }

  /**
   * Waits until the device uses no registered memory. Returns false at once if a connection has
   * queued operations or lists with assistance: the calling thread may be about to start one of
   * them.
   */
  private boolean flushUnlessQueued() {
    if (connections.hasAny(connection -> !connection.progress().isAlone())) {
      return false;
    }
    connections.forEach(connection -> connection.awaitOver(connection.progress().started()));
    return true;
  }

  /** Returns the most completions that the queue holds. */
  int mostCompletions() {
    return rail.adapter().sent().capacity();
  }

  /** Handles a batch of completions; returns whether there was any. */
  boolean poll() {
    return poller.poll();
  }

  /** Handles a batch of completions, as {@link CompletionPoller#pollBatch} does. */
  int pollBatch() {
    return poller.pollBatch();
  }

  /** Ends connections that have failed, and nudges others on which no request completes. */
  void look() {
    connections.forEach(Connection::look);
  }

  @Override
  public void close() {
    made.close();
  }
}
