package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.ArmciException;
import org.armci4j.VerbsSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.Capabilities;
import org.armci4j.transport.Offer;
import org.armci4j.transport.Place;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.verbs.device.DeviceAttributes.Atomics;
import org.armci4j.transport.verbs.device.Faults;
import org.armci4j.waiting.Doorbell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transport between hosts: RDMA through libibverbs. Ranks of one host share memory as with the
 * transport {@code shm}, on which this one builds; each block is such memory, and registered with
 * the device as well.
 */
final class VerbsTransport implements Transport {
  private static final Logger LOG = LoggerFactory.getLogger(VerbsTransport.class);

  private final int rank;
  private final List<Place> places;
  private final boolean sharedOnHost;
  private final Transport host;
  private final OwnBlocks blocks;
  private final Connections connections;
  private final CompletionPoller poller;
  private final Protocols protocols;
  private final Capabilities capabilities;
  private final CloseStack made = new CloseStack();

  VerbsTransport(Bootstrap bootstrap, Settings settings, List<Place> places, Transport host) {
    this.rank = bootstrap.rank();
    this.places = places;
    this.host = host;
    this.sharedOnHost = settings.get(VerbsSettings.SAME_HOST) == VerbsSettings.SameHost.SHARED;
    Adapter adapter = made.push(Adapter.open(settings, bootstrap.size()));
    try {
      Faults faults = Faults.of(settings.get(VerbsSettings.FAULTS), rank);
      RegisteredMemory memory = made.push(new RegisteredMemory(adapter));
      this.blocks =
          made.push(
              new OwnBlocks(rank, host, adapter::register, () -> bootstrap.failure() != null));
      CopyRing ring = newRing(memory, settings.get(VerbsSettings.COPY_BYTES));
      this.poller =
          new CompletionPoller(
              faults.around(adapter.sent()),
              this::existing,
              portWatch(adapter, settings),
              new SilenceWatch(
                  this::existing,
                  bootstrap.size(),
                  settings.get(VerbsSettings.REQUEST_TIMEOUT).toNanos()));
      RegistrationCache cache =
          made.push(
              new RegistrationCache(
                  adapter, settings.get(VerbsSettings.REGISTERED_LIMIT), this::flushAll));
      this.connections =
          made.push(
              new Connections(
                  bootstrap,
                  adapter,
                  memory,
                  new ConnectionParts(bootstrap, settings, adapter, faults, poller, ring),
                  settings.get(VerbsSettings.CREDITS),
                  settings.get(VerbsSettings.CONNECT_TIMEOUT).toNanos()));
      this.protocols =
          new Protocols(settings, adapter, memory, connections, blocks.ranges(), cache, ring);
      this.capabilities = capabilities(adapter);
      made.push(poller); // closed behind the helper thread, before the connections
      made.push(newHelper(bootstrap, settings, adapter, faults, memory)).start();
      bootstrap.onMessage(connections);
    } catch (RuntimeException e) {
      made.closeAfter(e);
      throw e;
    }
  }

  private PortWatch portWatch(Adapter adapter, Settings settings) {
    int port = adapter.path().port();
    return new PortWatch(
        () -> adapter.device().port(port).state(),
        "rank %d: port %d of device %s".formatted(rank, port, adapter.device().name()),
        settings.get(VerbsSettings.PORT_TIMEOUT).toNanos());
  }

  private static CopyRing newRing(RegisteredMemory memory, long wantedBytes) {
    long sizeBytes = Long.highestOneBit(wantedBytes);
    RegisteredMemory.Part part = memory.allocate(sizeBytes);
    return new CopyRing(part.memory(), part.localKey(), (int) (sizeBytes / 1024));
  }

  private Capabilities capabilities(Adapter adapter) {
    boolean coherent = adapter.device().attributes().atomics() == Atomics.GLOBAL;
    return new Capabilities(
        false,
        coherent || !protocols.deviceWords(),
        false,
        adapter.maxSegments(),
        adapter.path().maxMessageBytes());
  }

  private HelperThread newHelper(
      Bootstrap bootstrap,
      Settings settings,
      Adapter adapter,
      Faults faults,
      RegisteredMemory memory) {
    int requestBytes = Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES));
    int count = settings.get(VerbsSettings.RECEIVES);
    RequestServer server =
        new RequestServer(
            connections::existing,
            bootstrap.size(),
            blocks.ranges(),
            blocks::isOffered,
            settings.get(VerbsSettings.CREDITS));
    return new HelperThread(
        rank,
        faults.around(adapter.arrived()),
        adapter.receives(),
        memory.allocate((long) count * requestBytes),
        requestBytes,
        settings.get(VerbsSettings.HELPER_POLL).toNanos(),
        server,
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

    /**
     * While this rank computes, nobody else asks what has become of requests: of what the helper
     * has answered, above all. What is found to be broken is kept for who waits next.
     */
    @Override
    public void look() {
      try {
        poller.poll();
        connections.nudgeAll();
      } catch (ArmciException kept) {
        LOG.debug("found by the helper thread: {}", kept.getMessage());
      }
    }

    /** Who waits for an answer of the helper would wait for ever: the job ends. */
    @Override
    public void helperEnded(RuntimeException thrown) {
      String reason = "its helper thread has failed: " + thrown.getMessage();
      poller.fail(new ArmciException("rank %d: %s".formatted(rank, reason), thrown));
      bootstrap.abort(reason);
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
    return blocks.allocate(sizeBytes);
  }

  @Override
  public RemoteBlock attach(int owner, long sizeBytes, byte[] bytes) {
    BlockDescriptor descriptor = BlockDescriptor.decode(bytes);
    if (owner == rank) {
      return attachOwn(descriptor, sizeBytes);
    }
    boolean here = places.get(owner).hostId().equals(places.get(rank).hostId());
    if (!here || !sharedOnHost) {
      return new VerbsBlock(owner, sizeBytes, descriptor, null, protocols, () -> {});
    }
    RemoteBlock shared = host.attach(owner, sizeBytes, descriptor.host());
    return protocols.deviceWords()
        ? new HostBlock(shared, descriptor, protocols.words(), shared::detach)
        : shared;
  }

  /** Asks the owner, where no memory is mapped that would not be there. */
  @Override
  public RemoteBlock attachShared(int owner, long sizeBytes, byte[] bytes) {
    RemoteBlock block = attach(owner, sizeBytes, bytes);
    BlockDescriptor descriptor = BlockDescriptor.decode(bytes);
    if (block instanceof VerbsBlock && owner != rank && sizeBytes > 0) {
      long found =
          connections
              .to(owner)
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
    OwnBlock own = blocks.attach(descriptor, sizeBytes);
    Runnable release = () -> blocks.release(own);
    if (!sharedOnHost) {
      MemorySegment view = own.direct().view();
      return new VerbsBlock(rank, sizeBytes, descriptor, view, protocols, release);
    }
    Words words = protocols.deviceWords() ? protocols.words() : null;
    return new HostBlock(own.direct(), descriptor, words, release);
  }

  private Peer existing(int target) {
    return connections.existing(target);
  }

  @Override
  public boolean isComplete(int target, long ticket) {
    Peer peer = connections.existing(target);
    return ticket == RemoteBlock.COMPLETE || peer.connection().progress().isComplete(ticket);
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
    poller.check();
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
        .map(peer -> peer.connection().progress().underWay())
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
    try {
      made.close();
    } finally {
      host.close();
    }
  }
}
