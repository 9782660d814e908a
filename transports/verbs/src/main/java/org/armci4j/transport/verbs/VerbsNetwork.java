package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Semaphore;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkCapabilities;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.RegisteredRanges;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.verbs.device.Access;
import org.armci4j.transport.verbs.device.FaultInjection;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.port.DeviceAttributes.AtomicScope;
import org.armci4j.waiting.Waiter;

/** RDMA through libibverbs: one device of this host, and reliable connections through it. */
final class VerbsNetwork implements Network {
  private final int rank;
  private final Settings settings;
  private final Adapter adapter;
  private final FaultInjection faults;
  private final RegisteredRanges<Integer> ranges = new RegisteredRanges<>();
  private final ConnectionTable connections = new ConnectionTable();
  private final RegisteredMemory memory;
  private final KeyedBuffers buffers;
  private final VerbsInbox inbox;
  private final CompletionPoller poller;
  private final NetworkCapabilities capabilities;
  private final Connection.Shared shared;
  private final VerbsEndpoint.Protocols protocols;
  private final Lines lines;
  private final OriginSteps steps;
  private final CloseStack made = new CloseStack();

  /** Opens the device that the settings and this machine lead to. */
  VerbsNetwork(NetworkContext context, Settings settings) {
    this.rank = context.bootstrap().rank();
    this.settings = settings;
    this.adapter = made.push(Adapter.open(settings, connectionsAtMost(context.bootstrap().size())));
    try {
      this.faults = FaultInjection.of(settings.get(VerbsSettings.FAULTS), rank);
      this.capabilities = findCapabilities();
      this.memory = made.push(new RegisteredMemory(this::register));
      this.buffers = newBuffers();
      this.inbox = newInbox();
      this.poller = newPoller(context);
      this.steps = context.steps();
      Waiter waiter = context.waiter(this::poll);
      this.shared =
          new Connection.Shared(
              rank,
              adapter.toString(),
              context.failures(),
              waiter,
              completionRoom(connectionsAtMost(context.bootstrap().size())),
              buffers);
      LocalAccess access = newAccess();
      this.protocols = newProtocols(access, waiter);
      this.lines =
          made.push(
              new Lines(
                  adapter,
                  faults,
                  access,
                  settings.get(VerbsSettings.ASSISTED_MESSAGES),
                  context.bootstrap().size()));
    } catch (RuntimeException e) {
      made.closeAfter(e);
      throw e;
    }
  }

  private NetworkCapabilities findCapabilities() {
    AtomicScope found = adapter.device().attributes().atomics();
    boolean wanted = settings.get(VerbsSettings.ATOMICS) == VerbsSettings.Atomics.DEVICE;
    if (wanted && found == AtomicScope.NONE) {
      throw new ArmciException(
          "the RDMA device %s has no atomic operations: set verbsAtomics (ARMCI_VERBS_ATOMICS) to"
                  .formatted(adapter)
              + " helper on all ranks");
    }
    return new NetworkCapabilities(
        wanted,
        found == AtomicScope.GLOBAL,
        adapter.maxSegments(),
        adapter.path().maxMessageBytes());
  }

  private KeyedBuffers newBuffers() {
    long sizeBytes = Long.highestOneBit(settings.get(VerbsSettings.COPY_BYTES));
    RegisteredMemory.Part part = memory.allocate(sizeBytes);
    return new KeyedBuffers(
        new BounceBuffers(part.memory(), (int) (sizeBytes / 1024)),
        VerbsRegistration.localKey(part.registration()));
  }

  private VerbsInbox newInbox() {
    int slotBytes = Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES));
    RegisteredMemory.Part slots =
        memory.allocate((long) settings.get(VerbsSettings.RECEIVES) * slotBytes);
    return new VerbsInbox(faults.around(adapter.arrived()), adapter.receives(), slots, slotBytes);
  }

  private CompletionPoller newPoller(NetworkContext context) {
    int port = adapter.path().port();
    PortWatch portWatch =
        new PortWatch(
            () -> adapter.device().port(port).state(),
            "rank %d: port %d of device %s".formatted(rank, port, adapter.device().name()),
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
        context.failures());
  }

  private int connectionsAtMost(int ranks) {
    return Math.multiplyExact(ranks, settings.get(VerbsSettings.PATHS));
  }

  /** Room for completions that connections must share; null if there is enough for all requests. */
  private Semaphore completionRoom(int connectionsAtMost) {
    int capacity = adapter.sent().capacity();
    long requests = (long) settings.get(VerbsSettings.QUEUE_DEPTH) * connectionsAtMost;
    return requests <= capacity ? null : new Semaphore(capacity);
  }

  private LocalAccess newAccess() {
    RegistrationCache cache =
        made.push(
            new RegistrationCache(
                adapter.device()::register,
                settings.get(VerbsSettings.REGISTERED_LIMIT),
                this::flushAll));
    return new LocalAccess(
        ranges, cache, settings.get(VerbsSettings.REGISTER_BYTES), maxMessageBytes());
  }

  private long maxMessageBytes() {
    return Math.min(adapter.path().maxMessageBytes(), 1 << 30);
  }

  private VerbsEndpoint.Protocols newProtocols(LocalAccess access, Waiter waiter) {
    ContiguousTransfers.Limits limits =
        new ContiguousTransfers.Limits(
            Math.toIntExact(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
            maxMessageBytes(),
            settings.get(VerbsSettings.SIGNAL_WITH_DATA));
    ContiguousTransfers contiguous = new ContiguousTransfers(access, buffers, limits);
    RegisteredMemory.Part slots = memory.allocate(ValueSlots.SIZE_BYTES);
    KeyedSlots values =
        new KeyedSlots(
            new ValueSlots(slots.memory(), waiter),
            VerbsRegistration.localKey(slots.registration()));
    return new VerbsEndpoint.Protocols(
        contiguous,
        new SegmentTransfers(contiguous, access, buffers, limits),
        values,
        capabilities.atomics()
            ? new DeviceAtomics.Shared(values, buffers, memory.allocate(Long.BYTES))
            : null);
  }

  private void flushAll() {
    connections.forEach(Connection::flush);
  }

  @Override
  public NetworkCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Registration register(MemorySegment memory) {
    return new VerbsRegistration(adapter.register(memory), ranges);
  }

  @Override
  public RemoteKey importKey(int owner, byte[] key) {
    return VerbsRemoteKey.decode(key);
  }

  @Override
  public NetworkEndpoint newEndpoint(int target) {
    return add(target, 0);
  }

  /** Another queue pair between the same ports, whose packets may go another way. */
  @Override
  public NetworkEndpoint newPath(int target, int path) {
    return add(target, path);
  }

  private VerbsEndpoint add(int target, int path) {
    QueuePair queuePair = adapter.newQueuePair();
    Connection connection =
        connections.add(
            index ->
                new Connection(index, target, faults.around(queuePair), limits(queuePair), shared));
    return new VerbsEndpoint(
        queuePair,
        queuePair.open(adapter.path().onPath(path), Access.ALL),
        adapter.retries(),
        connection,
        protocols);
  }

  @Override
  public ScatterLine newLine(NetworkEndpoint endpoint) {
    return lines.add(((VerbsEndpoint) endpoint).connection());
  }

  private ConnectionLimits limits(QueuePair queuePair) {
    int depth = settings.get(VerbsSettings.QUEUE_DEPTH);
    return new ConnectionLimits(
        depth,
        Math.min(settings.get(VerbsSettings.SIGNAL_EVERY), depth / 4),
        settings.get(VerbsSettings.CHAIN),
        Math.min(queuePair.maxInlineBytes(), settings.get(VerbsSettings.INLINE_BYTES)),
        adapter.maxSegments(),
        adapter.waitsForOrder());
  }

  @Override
  public HelperInbox inbox() {
    return inbox;
  }

  @Override
  public RegisteredMemory memory() {
    return memory;
  }

  @Override
  public BounceBuffers buffers() {
    return buffers.ring();
  }

  @Override
  public boolean poll() {
    boolean any = poller.poll();
    any |= lines.poll();
    return steps.take() || any;
  }

  @Override
  public void look() {
    poll();
    connections.forEach(Connection::nudge);
  }

  @Override
  public void close() {
    made.close();
  }
}
