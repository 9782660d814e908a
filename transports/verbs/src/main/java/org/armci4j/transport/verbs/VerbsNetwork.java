package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.LendingLimits;
import org.armci4j.transport.network.NetworkCapabilities;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.verbs.device.FaultInjection;
import org.armci4j.transport.verbs.device.port.DeviceAttributes.AtomicScope;
import org.armci4j.transport.verbs.key.RemoteKeys;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.armci4j.transport.verbs.path.PathConnections;
import org.armci4j.transport.verbs.path.PathNetwork;
import org.armci4j.waiting.Waiter;

/**
 * Reaches other ranks by RDMA through libibverbs. The rails are ports of this host. A reliable
 * connection through the first rail carries all undivided operations, further ones through all
 * rails carry long transfers.
 */
final class VerbsNetwork implements PathNetwork {
  private final int rank;
  private final RailPlan plan;
  private final Settings settings;
  private final FaultInjection faults;
  private final List<Rail> rails;

  /** Device of the first rail. */
  private final Adapter adapter;

  private final RegisteredMemory memory;
  private final BounceBuffers buffers;
  private final VerbsInbox inbox;
  private final NetworkCapabilities capabilities;

  /** Connections of each rail. */
  private final List<RailConnections> connections = new ArrayList<>();

  /** Remote keys by owner, where there are several rails. */
  private final Map<Integer, RemoteKeys> remoteKeys = new ConcurrentHashMap<>();

  /** Null where helper threads update words. */
  private final DeviceAtomics.Unwanted unwanted;

  private final Lines lines;
  private final OriginSteps steps;

  /** Null where there is one path to each rank. */
  private final PathConnections paths;

  private final CloseStack made = new CloseStack();

  /** Opens the devices of the rails. */
  VerbsNetwork(NetworkContext context, RailPlan plan) {
    int ranks = context.bootstrap().size();
    this.rank = context.bootstrap().rank();
    this.plan = plan;
    this.settings = plan.settings();
    this.steps = context.steps();
    try {
      this.rails = openRails(ranks);
      this.adapter = rails.getFirst().adapter();
      if (context.failures().jobGoesOn()) {
        rails.forEach(
            rail ->
                plan.requireRoomForAll(
                    ranks, rail.adapter(), rail.adapter().device().attributes().maxCompletions()));
      }
      this.faults = FaultInjection.of(settings.get(VerbsSettings.FAULTS), rank);
      this.capabilities = findCapabilities();
      this.memory = made.push(new RegisteredMemory(this::register));
      long copyBytes = Long.highestOneBit(settings.get(VerbsSettings.COPY_BYTES));
      RegisteredMemory.Part copies = memory.allocate(copyBytes);
      this.buffers = new BounceBuffers(copies.memory(), (int) (copyBytes / 1024));
      this.inbox = newInbox();
      Waiter waiter = context.waiter(this::poll);
      made.push(waiter::close);
      RailConnections.RailOwner owner =
          new RailConnections.RailOwner(
              rank, context.failures(), waiter, completionRoom(ranks), inbox, rails.size());
      for (Rail rail : rails) {
        KeyedBuffers keyed = keyed(copies, rail.index());
        RailConnections first = connections.isEmpty() ? null : connections.getFirst();
        connections.add(
            made.push(new RailConnections(rail, settings, faults, owner, keyed, first)));
      }
      this.unwanted = capabilities.atomics() ? newUnwanted() : null;
      this.lines =
          made.push(
              new Lines(
                  adapter,
                  faults,
                  connections.getFirst().access(),
                  settings.get(VerbsSettings.ASSISTED_MESSAGES),
                  ranks,
                  settings.get(VerbsSettings.REQUEST_TIMEOUT).toNanos()));
      this.paths = newPaths(context, waiter);
    } catch (RuntimeException e) {
      made.closeAfter(e);
      throw e;
    }
  }

  private PathConnections newPaths(NetworkContext context, Waiter waiter) {
    return new PathConnections(
        context,
        this,
        plan.striping(),
        waiter,
        settings.get(VerbsSettings.CONNECT_TIMEOUT).toNanos());
  }

  private DeviceAtomics.Unwanted newUnwanted() {
    RegisteredMemory.Part word = memory.allocate(Long.BYTES);
    return new DeviceAtomics.Unwanted(
        word.address(), VerbsRegistration.localKey(word.registration()));
  }

  private List<Rail> openRails(int ranks) {
    List<Rail> opened = new ArrayList<>();
    for (Adapter each : Adapter.openAll(plan, ranks, made)) {
      opened.add(new Rail(opened.size(), each));
    }
    return List.copyOf(opened);
  }

  /**
   * Returns the room that all connections share in the completion queue of any one rail; null if
   * that has room for all requests. When other rails fail, all connections may go through one.
   */
  private Semaphore completionRoom(int ranks) {
    int capacity =
        rails.stream().mapToInt(rail -> rail.adapter().sent().capacity()).min().orElseThrow();
    int connectionsAtMost = plan.connections(ranks);
    long requests = (long) settings.get(VerbsSettings.QUEUE_DEPTH) * connectionsAtMost;
    return requests <= capacity ? null : new Semaphore(capacity);
  }

  private NetworkCapabilities findCapabilities() {
    AtomicScope found = adapter.device().attributes().atomics();
    boolean wanted = settings.get(VerbsSettings.ATOMICS) == VerbsSettings.Atomics.DEVICE;
    if (wanted && found == AtomicScope.NONE) {
      throw new ArmciException(
          Text.format(
                  "the RDMA device %s has no atomic operations: set verbsAtomics"
                      + " (ARMCI_VERBS_ATOMICS) to",
                  adapter)
              + " helper on all ranks");
    }
    return new NetworkCapabilities(
        wanted,
        found == AtomicScope.GLOBAL,
        adapter.path().maxMessageBytes(),
        new LendingLimits(
            settings.get(VerbsSettings.REGISTER_BYTES),
            settings.get(VerbsSettings.REGISTERED_LIMIT),
            true));
  }

  private KeyedBuffers keyed(RegisteredMemory.Part part, int rail) {
    return new KeyedBuffers(buffers, VerbsRegistration.localKey(part.registration(), rail));
  }

  private VerbsInbox newInbox() {
    int slotBytes = Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES));
    int count = settings.get(VerbsSettings.RECEIVES);
    return new VerbsInbox(rails.getFirst(), faults, memory::allocate, count, slotBytes);
  }

  @Override
  public NetworkCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Registration register(MemorySegment block) {
    return new VerbsRegistration(rails, block, true);
  }

  @Override
  public Registration registerLent(MemorySegment segment) {
    return new VerbsRegistration(rails, segment, false);
  }

  @Override
  public RemoteKey importKey(int owner, byte[] key) {
    return rails.size() == 1 ? VerbsRemoteKey.decode(key) : remoteKeys(owner).add(key);
  }

  private RemoteKeys remoteKeys(int owner) {
    return remoteKeys.computeIfAbsent(
        owner, _ -> new RemoteKeys(2 * settings.get(VerbsSettings.QUEUE_DEPTH)));
  }

  @Override
  public NetworkEndpoint newEndpoint(int target) {
    RailConnections first = connections.getFirst();
    VerbsEndpoint endpoint =
        rails.size() == 1
            ? first.newEndpoint(target, unwanted)
            : first.newEndpoint(target, unwanted, connections, remoteKeys(target));
    if (plan.paths() > 1) {
      paths.add(target, endpoint, endpoint.pathEnd());
    }
    return endpoint;
  }

  /**
   * Makes this rank's end of a path. Paths take the rails in turn; behind the last rail follow
   * further paths through the first.
   */
  @Override
  public VerbsEndpoint newPath(int target, int path) {
    return rail(path).newPath(target, path, path / connections.size());
  }

  private RailConnections rail(int path) {
    return connections.get(path % connections.size());
  }

  @Override
  public boolean isPathUp(int path) {
    return rail(path).isUp();
  }

  @Override
  public PathTransfers overPaths(int target) {
    return paths.transfers(target);
  }

  @Override
  public void closePaths() {
    paths.close();
  }

  @Override
  public void received(int from, byte[] message) {
    paths.received(from, message);
  }

  @Override
  public void undelivered(int to, String reason) {
    paths.undelivered(to, reason);
  }

  @Override
  public ScatterLine newLine(NetworkEndpoint endpoint) {
    return lines.add(((VerbsEndpoint) endpoint).connection());
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
    return buffers;
  }

  @Override
  public boolean poll() {
    boolean any = false;
    for (int i = 0; i < connections.size(); i++) {
      any |= connections.get(i).poll();
    }
    any |= lines.poll();
    return steps.take() || any;
  }

  @Override
  public void look() {
    poll();
    connections.forEach(RailConnections::look);
    lines.look();
  }

  @Override
  public void close() {
    made.close();
  }
}
