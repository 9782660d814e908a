package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.ArmciException;
import org.armci4j.VerbsSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Capabilities;
import org.armci4j.transport.Doorbell;
import org.armci4j.transport.Offer;
import org.armci4j.transport.Place;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.verbs.device.DeviceAttributes.Atomics;
import org.armci4j.transport.verbs.device.Faults;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.Registration;

/**
 * The transport between hosts: RDMA through libibverbs. Ranks of one host share memory as with the
 * transport {@code shm}, on which this one builds; each block is such memory, and registered with
 * the device as well.
 */
final class VerbsTransport implements Transport {
  private final int rank;
  private final List<Place> places;
  private final boolean sharedOnHost;
  private final Transport host;
  private final Adapter adapter;
  private final Faults faults;
  private final RegisteredMemory memory;
  private final RegistrationCache cache;
  private final Connections connections;
  private final CompletionPoller poller;
  private final Transfers transfers;
  private final AssistedGets assistedGets;
  private final ValueSlots values;
  private final Words words;
  private final boolean deviceWords;
  private final HelperThread helper;
  private final Capabilities capabilities;

  /** This rank's blocks by address: for zero copy, and for the helper thread. */
  private final RegisteredRanges<OwnBlock> blocks = new RegisteredRanges<>();

  /** Blocks that are offered and not yet attached by this rank itself, by address. */
  private final Map<Long, OwnBlock> offered = new ConcurrentHashMap<>();

  /** Blocks that can still be attached to, by address. */
  private final Map<Long, OwnBlock> openOffers = new ConcurrentHashMap<>();

  VerbsTransport(Bootstrap bootstrap, Settings settings, List<Place> places, Transport host) {
    this.rank = bootstrap.rank();
    this.places = places;
    this.host = host;
    this.sharedOnHost = settings.get(VerbsSettings.SAME_HOST) == VerbsSettings.SameHost.SHARED;
    this.adapter = Adapter.open(settings, bootstrap.size());
    this.faults = Faults.of(settings.get(VerbsSettings.FAULTS), rank);
    this.memory = new RegisteredMemory(adapter);
    Wires wires = new Wires(bootstrap, settings);
    this.connections =
        new Connections(
            bootstrap,
            adapter,
            memory,
            wires,
            settings.get(VerbsSettings.CREDITS),
            settings.get(VerbsSettings.CONNECT_TIMEOUT).toNanos());
    this.poller = new CompletionPoller(faults.around(adapter.sent()), connections::existing);
    this.cache =
        new RegistrationCache(
            adapter, settings.get(VerbsSettings.REGISTERED_LIMIT), this::flushAll);
    this.transfers = new Transfers(blocks, cache, wires.ring, transferOptions(settings));
    this.assistedGets =
        settings.get(VerbsSettings.GET) == VerbsSettings.Get.HELPER
            ? new AssistedGets(
                blocks,
                memory.allocate(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
                adapter.path().maxMessageBytes())
            : null;
    RegisteredMemory.Part slots = memory.allocate(ValueSlots.SIZE_BYTES);
    this.values = new ValueSlots(slots.memory(), slots.localKey());
    boolean coherent = adapter.device().attributes().atomics() == Atomics.GLOBAL;
    this.deviceWords = usesDeviceWords(settings);
    this.words =
        deviceWords
            ? new DeviceWords(this::peer, values, wires.ring, memory.allocate(Long.BYTES))
            : new HelperWords(this::peer);
    this.helper = newHelper(bootstrap, settings);
    this.capabilities =
        new Capabilities(
            false,
            coherent || !deviceWords,
            false,
            adapter.device().attributes().maxSegments(),
            adapter.path().maxMessageBytes());
    helper.start();
    bootstrap.onMessage(connections);
  }

  private boolean usesDeviceWords(Settings settings) {
    boolean wanted = settings.get(VerbsSettings.ATOMICS) == VerbsSettings.Atomics.DEVICE;
    if (wanted && adapter.device().attributes().atomics() == Atomics.NONE) {
      throw new ArmciException(
          "the RDMA device %s has no atomic operations: set verbsAtomics (ARMCI_VERBS_ATOMICS) to"
                  .formatted(adapter)
              + " helper on all ranks");
    }
    return wanted;
  }

  private Transfers.Options transferOptions(Settings settings) {
    return new Transfers.Options(
        settings.get(VerbsSettings.REGISTER_BYTES),
        Math.toIntExact(settings.get(VerbsSettings.COPY_PIECE_BYTES)),
        Math.min(adapter.path().maxMessageBytes(), 1 << 30));
  }

  private HelperThread newHelper(Bootstrap bootstrap, Settings settings) {
    int requestBytes = Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES));
    int count = settings.get(VerbsSettings.RECEIVES);
    return new HelperThread(
        rank,
        bootstrap.size(),
        connections,
        blocks,
        faults.around(adapter.arrived()),
        adapter.receives(),
        memory.allocate((long) count * requestBytes),
        new HelperThread.Options(
            requestBytes,
            settings.get(VerbsSettings.CREDITS),
            settings.get(VerbsSettings.HELPER_POLL).toNanos()),
        new HelperOwner(bootstrap));
  }

  /** What the helper thread needs of the transport. */
  private final class HelperOwner implements HelperThread.Owner {
    private final Bootstrap bootstrap;

    HelperOwner(Bootstrap bootstrap) {
      this.bootstrap = bootstrap;
    }

    @Override
    public void ringHelperBell() {
      host.helperDoorbell().ring();
    }

    /** Who waits for an answer of the helper would wait for ever: the job ends. */
    @Override
    public void helperEnded(RuntimeException thrown) {
      String reason = "its helper thread has failed: " + thrown.getMessage();
      poller.fail(new ArmciException("rank %d: %s".formatted(rank, reason), thrown));
      bootstrap.abort(reason);
    }

    @Override
    public boolean isOffered(long address, int remoteKey) {
      OwnBlock block = openOffers.get(address);
      return block != null
          && block.registration() != null
          && block.registration().remoteKey() == remoteKey;
    }
  }

  /** What connections are made of. */
  private final class Wires implements Connections.Wiring {
    private final Bootstrap bootstrap;
    private final Settings settings;
    private final CopyRing ring;
    private final AtomicInteger signalsLeft;

    Wires(Bootstrap bootstrap, Settings settings) {
      this.bootstrap = bootstrap;
      this.settings = settings;
      long sizeBytes = Long.highestOneBit(settings.get(VerbsSettings.COPY_BYTES));
      RegisteredMemory.Part part = memory.allocate(sizeBytes);
      this.ring = new CopyRing(part.memory(), part.localKey(), (int) (sizeBytes / 1024));
      this.signalsLeft = new AtomicInteger(adapter.sent().capacity());
    }

    @Override
    public Connection connection(int peer, QueuePair queuePair) {
      int depth = settings.get(VerbsSettings.QUEUE_DEPTH);
      var limits =
          new Connection.Limits(
              depth,
              Math.min(settings.get(VerbsSettings.SIGNAL_EVERY), depth / 4),
              Math.min(queuePair.maxInlineBytes(), settings.get(VerbsSettings.INLINE_BYTES)),
              signalsLeft);
      return new Connection(
          peer, faults.around(queuePair), poller, bootstrap, limits, adapter.toString());
    }

    @Override
    public RemoteHelper helper(Connection connection, MemorySegment replies) {
      int requestBytes = Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES));
      return new RemoteHelper(connection, bootstrap, poller, ring, replies, requestBytes);
    }
  }

  @Override
  public String name() {
    return "verbs";
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public Offer allocate(long sizeBytes) {
    Offer shared = host.allocate(sizeBytes);
    try {
      RemoteBlock direct = host.attach(rank, sizeBytes, shared.descriptor());
      OwnBlock own = register(direct);
      offered.put(own.address(), own);
      openOffers.put(own.address(), own);
      return new VerbsOffer(shared, own);
    } catch (RuntimeException e) {
      shared.close();
      throw e;
    }
  }

  private OwnBlock register(RemoteBlock direct) {
    if (direct.sizeBytes() == 0) {
      return new OwnBlock(direct, null);
    }
    try {
      Registration registration = adapter.register(direct.view());
      OwnBlock own = new OwnBlock(direct, registration);
      blocks.add(own.address(), direct.sizeBytes(), registration.localKey(), own);
      return own;
    } catch (RuntimeException e) {
      direct.detach();
      throw e;
    }
  }

  private final class VerbsOffer implements Offer {
    private final Offer shared;
    private final OwnBlock own;

    VerbsOffer(Offer shared, OwnBlock own) {
      this.shared = shared;
      this.own = own;
    }

    @Override
    public byte[] descriptor() {
      int key = own.registration() == null ? 0 : own.registration().remoteKey();
      return new BlockDescriptor(shared.descriptor(), own.address(), key).encode();
    }

    @Override
    public void close() {
      openOffers.remove(own.address(), own);
      if (offered.remove(own.address(), own)) {
        release(own);
      }
      shared.close();
    }
  }

  private void release(OwnBlock own) {
    if (own.registration() != null) {
      blocks.remove(own.address());
      own.registration().close();
    }
    own.direct().detach();
  }

  @Override
  public RemoteBlock attach(int owner, long sizeBytes, byte[] bytes) {
    BlockDescriptor descriptor = BlockDescriptor.decode(bytes);
    if (owner == rank) {
      return attachOwn(descriptor, sizeBytes);
    }
    boolean here = places.get(owner).hostId().equals(places.get(rank).hostId());
    if (!here || !sharedOnHost) {
      return new VerbsBlock(owner, sizeBytes, descriptor, null, this, () -> {});
    }
    RemoteBlock shared = host.attach(owner, sizeBytes, descriptor.host());
    return deviceWords ? new HostBlock(shared, descriptor, words, shared::detach) : shared;
  }

  /** Asks the owner, where no memory is mapped that would not be there. */
  @Override
  public RemoteBlock attachShared(int owner, long sizeBytes, byte[] bytes) {
    RemoteBlock block = attach(owner, sizeBytes, bytes);
    BlockDescriptor descriptor = BlockDescriptor.decode(bytes);
    if (block instanceof VerbsBlock && owner != rank && sizeBytes > 0) {
      long found =
          peer(owner)
              .helper()
              .update(HelperRequest.Kind.FIND, descriptor.address(), 0, descriptor.remoteKey(), 0);
      if (found == 0) {
        block.detach();
        throw new ArmciException("rank %d has closed the block at this address".formatted(owner));
      }
    }
    return block;
  }

  private RemoteBlock attachOwn(BlockDescriptor descriptor, long sizeBytes) {
    OwnBlock own = offered.remove(descriptor.address());
    if (own == null) {
      own = attachOwnAgain(descriptor, sizeBytes);
    }
    OwnBlock block = own;
    Runnable release = () -> release(block);
    if (!sharedOnHost) {
      MemorySegment view = own.direct().view();
      return new VerbsBlock(rank, sizeBytes, descriptor, view, this, release);
    }
    return new HostBlock(own.direct(), descriptor, deviceWords ? words : null, release);
  }

  /** One more way of this rank to a block of its own, which is attached already. */
  private OwnBlock attachOwnAgain(BlockDescriptor descriptor, long sizeBytes) {
    return new OwnBlock(host.attach(rank, sizeBytes, descriptor.host()), null);
  }

  /** The rank as the device reaches it; connects at the first call. */
  Peer peer(int target) {
    return connections.to(target);
  }

  Transfers transfers() {
    return transfers;
  }

  /** How gets are made by the target's helper thread, or null where the device reads. */
  AssistedGets assistedGets() {
    return assistedGets;
  }

  ValueSlots values() {
    return values;
  }

  Words words() {
    return words;
  }

  @Override
  public boolean isComplete(int target, long ticket) {
    Peer peer = connections.existing(target);
    return ticket == RemoteBlock.COMPLETE || peer.connection().isComplete(ticket);
  }

  @Override
  public void flush(int target) {
    host.flush(target);
    Peer peer = connections.existing(target);
    if (peer != null) {
      peer.helper().awaitAll();
      peer.connection().flush();
    }
  }

  @Override
  public void flushAll() {
    VarHandle.fullFence();
    for (int target = 0; target < places.size(); target++) {
      flush(target);
    }
  }

  @Override
  public boolean progress() {
    boolean any = poller.poll();
    poller.check();
    return any;
  }

  @Override
  public String underWay() {
    return IntStream.range(0, places.size())
        .mapToObj(connections::existing)
        .filter(Objects::nonNull)
        .map(peer -> peer.connection().underWay())
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  @Override
  public Doorbell doorbell() {
    return host.doorbell();
  }

  @Override
  public Doorbell helperDoorbell() {
    return host.helperDoorbell();
  }

  @Override
  public void close() {
    helper.close();
    connections.close();
    cache.close();
    memory.close();
    adapter.close();
    host.close();
  }
}
