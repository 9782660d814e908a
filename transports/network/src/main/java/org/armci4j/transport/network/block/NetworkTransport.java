package org.armci4j.transport.network.block;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.RankLoss;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.Capabilities;
import org.armci4j.transport.Loan;
import org.armci4j.transport.Offer;
import org.armci4j.transport.Place;
import org.armci4j.transport.ProcessMemory;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.connection.Connections;
import org.armci4j.transport.network.helper.HelperServer;
import org.armci4j.transport.network.helper.HelperThread;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.outbox.OwnHelper;
import org.armci4j.transport.shared.HostTransport;
import org.armci4j.transport.shared.ShmProvider;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transport between hosts, over any {@link Network}. Ranks of one host share memory as with the
 * transport {@code shm}, on which this one builds. Each block is such memory, and is registered
 * with the network as well.
 */
public final class NetworkTransport implements Transport {
  private static final Logger LOG = LoggerFactory.getLogger(NetworkTransport.class);

  private final String name;
  private final int rank;
  private final List<Place> places;
  private final HostTransport host;
  private final Network network;
  private final NetworkFailure failures;
  private final RankReach reach;
  private final OwnBlocks blocks;
  private final LocalMemory localMemory;
  private final LentMemory lentMemory;
  private final Connections connections;
  private final ReachedBlocks reached;
  private final HelperThread helper;
  private final boolean ranksServe;
  private final ServingBell bell;
  private final HelperWork helperWork = new HelperWork();
  private final CloseStack made;

  /**
   * Opens the transport of one rank. Collective over the job.
   *
   * @param name name of the transport
   * @param bootstrap carries the messages by which ranks connect
   * @param settings the effective settings
   * @param places where each rank of the job lives
   * @param options the network's settings for the transport
   * @param opener opens the network
   * @return the transport, which closes the network with itself
   */
  public static Transport open(
      String name,
      Bootstrap bootstrap,
      Settings settings,
      List<Place> places,
      NetworkOptions options,
      Function<NetworkContext, Network> opener) {
    CloseStack made = new CloseStack();
    try {
      HostTransport host = made.push(ShmProvider.openOnHost(bootstrap, settings, places));
      NetworkContext context =
          new NetworkContext(
              bootstrap,
              waitPolicy(bootstrap, settings, places),
              NetworkFailure.of(bootstrap, settings),
              new OriginSteps(),
              (rank, message) -> Connections.tell(bootstrap, rank, message));
      Network network = made.push(opener.apply(context));
      NetworkTransport transport =
          new NetworkTransport(name, context, places, host, network, options, made);
      transport.start();
      return transport;
    } catch (RuntimeException e) {
      made.closeAfter(e);
      throw e;
    }
  }

  private static WaitPolicy waitPolicy(Bootstrap bootstrap, Settings settings, List<Place> places) {
    int ranksHere = Place.ranksOnHostOf(places, bootstrap.rank());
    return WaitPolicy.of(settings, ranksHere, Runtime.getRuntime().availableProcessors());
  }

  private NetworkTransport(
      String name,
      NetworkContext context,
      List<Place> places,
      HostTransport host,
      Network network,
      NetworkOptions options,
      CloseStack made) {
    Bootstrap bootstrap = context.bootstrap();
    this.name = name;
    this.rank = bootstrap.rank();
    this.places = places;
    this.host = host;
    this.network = network;
    this.failures = context.failures();
    this.reach = RankReach.of(rank, places, options.sharedOnHost(), network.capabilities());
    this.made = made;
    this.blocks =
        made.push(new OwnBlocks(rank, host, network::register, () -> bootstrap.failure() != null));
    this.localMemory = made.push(new LocalMemory(network::register));
    this.lentMemory =
        made.push(
            new LentMemory(
                network::registerLent, network.capabilities().lending(), this::endAccess));
    ReplyBuffers replies = new ReplyBuffers(network.memory(), options.packedBytes());
    NetworkLists lists =
        new NetworkLists(options.lists(), replies, options.helperGets(), reach.networkWords());
    HelperGets helperGets =
        options.helperGets()
            ? new HelperGets(blocks, replies, network.capabilities().maxMessageBytes())
            : null;
    Waiter waiter = context.waiter(network::poll);
    made.push(waiter::close);
    this.connections =
        made.push(
            new Connections(
                bootstrap,
                network,
                waiter,
                failures,
                context.steps(),
                new HelperAccess(),
                options.connections()));
    this.reached = new ReachedBlocks(reach, host, network, blocks, connections, helperGets, lists);
    made.push(this::drain); // runs after the helper thread ends, before the connections close
    this.helper = made.push(newHelper(context, options));
    this.ranksServe = options.ranksServe();
    this.bell = new ServingBell(host.doorbell(), helper::leave);
    context.steps().onRest(helper::leave); // it serves while waiting threads sleep
    helper.start();
    bootstrap.onMessage(connections);
    bootstrap.onLoss(() -> bootstrap.lost().all().forEach(this::lose));
  }

  /** The helper thread as this rank's transfers see it. */
  private final class HelperAccess implements OwnHelper {
    @Override
    public void wake() {
      network.inbox().wake();
    }

    @Override
    public boolean seesAnswers() {
      return network.inbox().seesAnswers();
    }

    @Override
    public boolean attend() {
      return ranksServe && helper.attend();
    }
  }

  private void lose(RankLoss loss) {
    Failure failure = loss.failure();
    connections.lose(failure.rank(), "the job goes on without it, as it " + failure.reason());
  }

  private void start() {
    int[] reached = IntStream.range(0, places.size()).filter(reach::usesNetwork).toArray();
    network.start(reach.isNetworkUsed(), () -> connections.toAll(reached));
  }

  private HelperThread newHelper(NetworkContext context, NetworkOptions options) {
    Bootstrap bootstrap = context.bootstrap();
    HelperServer server =
        new HelperServer(
            network,
            connections::replies,
            connections::incoming,
            context.steps(),
            bootstrap.size(),
            blocks,
            options.connections().requestBytes(),
            options.packedBytes(),
            failures.jobGoesOn());
    return new HelperThread(
        rank, network.inbox(), options.helperPollNanos(), server, new HelperOwner(bootstrap));
  }

  /**
   * Starts queued operations and handles remaining completions, when no more operations are called.
   * Throws a failure that no caller knows of.
   */
  private void drain() {
    connections.forEach(NetworkTransport::startQueued);
    boolean any;
    do {
      any = network.poll();
    } while (any);
    failures.checkUntold();
  }

  private static void startQueued(ConnectedRank connected) {
    try {
      connected.outbox().awaitEmpty();
    } catch (ArmciException e) {
      LOG.debug("operations that were queued are not started any more: {}", e.getMessage());
    }
  }

  /** The transport as the helper thread sees it. */
  private final class HelperOwner implements HelperThread.Owner {
    private final Bootstrap bootstrap;

    HelperOwner(Bootstrap bootstrap) {
      this.bootstrap = bootstrap;
    }

    @Override
    public void helperSignalled() {
      if (helperWork.run()) {
        host.helperDoorbell().ring();
      }
    }

    @Override
    public void ringBell() {
      bell.ringForWhatCame();
    }

    /**
     * Checks this rank's operations, above all those that the helper has answered: while the rank
     * computes, nobody else does. A failure is kept for the next wait.
     */
    @Override
    public void look() {
      try {
        network.look();
        connections.tellFailures();
      } catch (ArmciException kept) {
        LOG.debug("found by the helper thread: {}", kept.getMessage());
      }
    }

    /** Ends the job: a rank that waits for an answer of the helper would wait forever. */
    @Override
    public void helperEnded(RuntimeException thrown) {
      String reason = "its helper thread has failed: " + thrown.getMessage();
      failures.fail(new ArmciException(Text.format("rank %d: %s", rank, reason), thrown));
      bootstrap.abort(reason);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(false, lends(), reach.sharedOnHost());
  }

  /**
   * Returns whether ranks lend memory. A rank that revokes a loan, since a failure has ended its
   * call, fails the connection to each rank that still uses the loan, or ends its helper thread. A
   * job that goes on needs both after a failure.
   */
  private boolean lends() {
    return !failures.jobGoesOn();
  }

  @Override
  public Offer allocate(long sizeBytes) {
    return blocks.allocate(sizeBytes);
  }

  @Override
  public Offer allocateShared(long sizeBytes) {
    return blocks.allocateShared(sizeBytes);
  }

  @Override
  public MemorySegment allocateLocal(Arena arena, long sizeBytes) {
    return localMemory.allocate(arena, sizeBytes);
  }

  @Override
  public Loan lend(MemorySegment segment, long offset, long sizeBytes) {
    return lentMemory.lend(segment, offset, sizeBytes);
  }

  /** Ends the access that others have by the helper thread, which ends as well. */
  private void endAccess() {
    helper.close();
  }

  @Override
  public RemoteBlock borrow(int owner, long sizeBytes, byte[] bytes) {
    return reached.borrow(owner, sizeBytes, bytes);
  }

  @Override
  public RemoteBlock attach(int owner, long sizeBytes, byte[] bytes) {
    return reached.attach(owner, sizeBytes, bytes);
  }

  @Override
  public RemoteBlock attachShared(int owner, long sizeBytes, byte[] bytes) {
    return reached.attachShared(owner, sizeBytes, bytes);
  }

  @Override
  public boolean isComplete(int target, long ticket) {
    return ticket == RemoteBlock.COMPLETE
        || connections.existing(target).endpoint().progress().isComplete(ticket);
  }

  @Override
  public void abandon(int target, long ticket) {
    if (ticket != RemoteBlock.COMPLETE) {
      connections.existing(target).endpoint().progress().abandon(ticket);
    }
  }

  @Override
  public void flush(int target) {
    host.flush(target);
    ConnectedRank connected = connections.existing(target);
    if (connected != null) {
      connected.flush();
    }
  }

  @Override
  public void flushAll() {
    VarHandle.fullFence();
    for (int target = 0; target < places.size(); target++) {
      flushIfWell(target);
    }
    failures.check();
  }

  /** What went to a rank that the job has lost is no matter of a fence of all ranks. */
  private void flushIfWell(int target) {
    if (failures.lossOf(target) != null) {
      return;
    }
    try {
      flush(target);
    } catch (RankFailedException e) {
      if (failures.lossOf(target) == null) {
        throw e;
      }
    }
  }

  @Override
  public boolean progress() {
    boolean any = network.poll();
    failures.check();
    return any;
  }

  @Override
  public boolean serve() {
    boolean any = ranksServe && helper.attend();
    return progress() || any;
  }

  @Override
  public String underWay() {
    StringJoiner lines = new StringJoiner("\n");
    connections.forEach(
        connected -> {
          String text = connected.endpoint().progress().underWay();
          if (!text.isEmpty()) {
            lines.add(text);
          }
        });
    return lines.toString();
  }

  @Override
  public WaitPolicy waitPolicy(WaitPolicy policy) {
    return ranksServe ? policy.whereProgressServes(hasNoNeighbour()) : policy;
  }

  /** Returns whether all other ranks' changes come through the network. */
  private boolean hasNoNeighbour() {
    return IntStream.range(0, places.size()).allMatch(one -> one == rank || reach.usesNetwork(one));
  }

  @Override
  public Doorbell doorbell() {
    return bell;
  }

  @Override
  public Optional<Doorbell> transferDoorbell() {
    return network.bell();
  }

  @Override
  public Doorbell helperDoorbell() {
    return host.helperDoorbell();
  }

  @Override
  public void addHelperWork(BooleanSupplier work) {
    helperWork.add(work);
  }

  @Override
  public void removeHelperWork(BooleanSupplier work) {
    helperWork.remove(work);
    helper.awaitServed();
  }

  @Override
  public Optional<ProcessMemory> newProcessMemory() {
    return host.newProcessMemory();
  }

  @Override
  public void close() {
    made.close();
  }
}
