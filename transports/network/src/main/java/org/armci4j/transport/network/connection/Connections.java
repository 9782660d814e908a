package org.armci4j.transport.network.connection;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.MessageListener;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.outbox.Outbox;
import org.armci4j.transport.network.outbox.RankRoute;
import org.armci4j.transport.network.path.FirstPath;
import org.armci4j.transport.network.path.PathNews;
import org.armci4j.transport.network.path.Paths;
import org.armci4j.transport.network.path.StripedTransfers;
import org.armci4j.transport.network.path.Striping;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/**
 * The connections of a rank, each made when it is first needed, or all at the start.
 *
 * <pre>
 *  origin                                    target
 *  make an endpoint    ------ HELLO ------&gt;  make one, connect it to the origin's
 *  connect it          &lt;----- WELCOME -----
 *  requests can go
 * </pre>
 *
 * <p>Both may begin at the same time: each has one endpoint for the other, no matter which of them
 * began, and sends requests only when the other has said WELCOME, as it receives from then on. The
 * target's helper thread may answer earlier: a rank that sends it requests receives already.
 *
 * <p>A {@link ScatterLine} is made in the same way between ranks that are connected, when one of
 * them has the first list for it: LINE carries its end, LINE_READY that of the other. So are
 * further paths for long transfers, which both use, whichever asked for them: PATHS and
 * PATHS_READY. PATH_NEWS tell what becomes of one of them later, or of the way of the endpoint.
 */
public final class Connections implements MessageListener, AutoCloseable {
  /**
   * How connections are made.
   *
   * @param credits messages to one rank's helper thread that may be unanswered
   * @param requestBytes the longest of them
   * @param queued operations on one rank that may be queued
   * @param striping which transfers need further paths
   * @param timeoutNanos how long it may take to connect
   */
  public record Options(
      int credits,
      int requestBytes,
      int gatheredBytes,
      int queued,
      Striping striping,
      long timeoutNanos) {}

  /** One side of a connection, from its first step on. */
  private static final class Side {
    private final NetworkEndpoint endpoint;
    private final RegisteredMemory.Part replies;
    private ConnectedRank rank;
    private boolean greeted;
    private volatile String problem;

    /** This rank's end of its own line; null before it is needed. */
    private ScatterLine line;

    private volatile AssistedLists lists;
    private volatile String lineProblem;

    /** Null where the endpoint fails with its way, and before it is connected. */
    private FirstPath first;

    /** Null before they are needed. */
    private Paths paths;

    private boolean askedForPaths;
    private volatile StripedTransfers striped;
    private volatile String pathsProblem;

    Side(NetworkEndpoint endpoint, RegisteredMemory.Part replies) {
      this.endpoint = endpoint;
      this.replies = replies;
    }

    ConnectMessage message(ConnectMessage.Kind kind) {
      return new ConnectMessage(
          kind, endpoint.address(), replies.address(), replies.registration().key(), "");
    }
  }

  private final Bootstrap bootstrap;
  private final Network network;
  private final Waiter waiter;
  private final OriginSteps steps;
  private final Options options;
  private final ValueSlots values;

  /** Guarded by this. */
  private final Side[] sides;

  /** By rank: connected both ways. */
  private final AtomicReferenceArray<ConnectedRank> ready;

  /** By rank: connected here, perhaps not yet there. */
  private final AtomicReferenceArray<ConnectedRank> connected;

  /** By rank: where the lines of others end that these have asked for. */
  private final AtomicReferenceArray<ScatterLine> incoming;

  private final Condition<Side> hasListsOrRefused =
      new Condition<>() {
        @Override
        public boolean holds(Side side, long rank, long unused) {
          return side.lists != null || side.lineProblem != null;
        }

        @Override
        public String describe(Object name, long rank, long unused) {
          return connecting((int) rank) + " for lists";
        }
      };

  private final Condition<Side> hasPathsOrRefused =
      new Condition<>() {
        @Override
        public boolean holds(Side side, long rank, long unused) {
          return side.striped != null || side.pathsProblem != null;
        }

        @Override
        public String describe(Object name, long rank, long unused) {
          return connecting((int) rank) + " by several paths";
        }
      };

  private final Condition<Side> isReadyOrRefused =
      new Condition<>() {
        @Override
        public boolean holds(Side side, long rank, long unused) {
          return ready.getAcquire((int) rank) != null || side.problem != null;
        }

        @Override
        public String describe(Object name, long rank, long unused) {
          return connecting((int) rank);
        }
      };

  /**
   * @param bootstrap carries the messages by which ranks connect
   * @param network makes the endpoints
   * @param waiter whose looks handle completions
   * @param steps what those looks take beside
   * @param options how connections are made
   */
  public Connections(
      Bootstrap bootstrap, Network network, Waiter waiter, OriginSteps steps, Options options) {
    this.bootstrap = bootstrap;
    this.network = network;
    this.waiter = waiter;
    this.steps = steps;
    this.options = options;
    this.values = new ValueSlots(network.memory().allocate(ValueSlots.SIZE_BYTES).memory(), waiter);
    this.sides = new Side[bootstrap.size()];
    this.ready = new AtomicReferenceArray<>(bootstrap.size());
    this.connected = new AtomicReferenceArray<>(bootstrap.size());
    this.incoming = new AtomicReferenceArray<>(bootstrap.size());
  }

  /**
   * The rank as this one reaches it; connects at the first call. Whatever a rank calls that goes by
   * the network comes here first. {@link ShortWork} is refused, also what need not wait now: it
   * might take a lock that a thread has which waits for this one.
   */
  public ConnectedRank to(int rank) {
    if (ShortWork.isRunning()) {
      ShortWork.refuse(Text.format("rank %d: what goes to rank %d", bootstrap.rank(), rank));
    }
    ConnectedRank found = ready.getAcquire(rank);
    return found != null ? found : connect(rank);
  }

  /** The rank if this one is connected to it, or null. */
  public ConnectedRank existing(int rank) {
    return connected.getAcquire(rank);
  }

  /** Where a rank's messages are answered; null if this one is not connected to it. */
  public ReplySlots replies(int rank) {
    ConnectedRank found = existing(rank);
    return found == null ? null : found.replies();
  }

  /** Where a rank's line ends; null if it has none to here. */
  public ScatterLine incoming(int rank) {
    return incoming.getAcquire(rank);
  }

  /** Does something with every rank that this one is connected to. */
  public void forEach(Consumer<ConnectedRank> action) {
    for (int rank = 0; rank < connected.length(); rank++) {
      ConnectedRank found = connected.getAcquire(rank);
      if (found != null) {
        action.accept(found);
      }
    }
  }

  private String connecting(int rank) {
    return Text.format("rank %d: connecting to rank %d", bootstrap.rank(), rank);
  }

  /** Connects to some ranks: greets all before it waits for any. */
  public void toAll(int[] ranks) {
    for (int rank : ranks) {
      greet(rank);
    }
    for (int rank : ranks) {
      to(rank);
    }
  }

  private ConnectedRank connect(int rank) {
    Side side = greet(rank);
    waiter.await(isReadyOrRefused, side, rank, 0, options.timeoutNanos(), this);
    ConnectedRank found = ready.getAcquire(rank);
    if (found == null) {
      throw new ArmciException(connecting(rank) + " failed: " + side.problem);
    }
    return found;
  }

  /** Begins to connect, unless that has been done. */
  private Side greet(int rank) {
    Side side;
    boolean first;
    synchronized (this) {
      side = side(rank);
      first = !side.greeted;
      side.greeted = true;
    }
    if (first) {
      // Outside the monitor: in one JVM the other rank's answer comes inside this call.
      bootstrap.send(rank, side.message(ConnectMessage.Kind.HELLO).encode());
    }
    return side;
  }

  /** Makes this rank's line to another one, which it is connected to, and waits for it. */
  private AssistedLists connectLine(int rank) {
    Side side;
    byte[] address = null;
    synchronized (this) {
      side = side(rank);
      if (side.line == null) {
        side.line = network.newLine(side.endpoint);
        address = side.line.address();
      }
    }
    if (address != null) {
      bootstrap.send(rank, ConnectMessage.of(ConnectMessage.Kind.LINE, address).encode());
    }
    waiter.await(hasListsOrRefused, side, rank, 0, options.timeoutNanos(), this);
    if (side.lists == null) {
      throw new ArmciException(connecting(rank) + " for lists failed: " + side.lineProblem);
    }
    return side.lists;
  }

  /** Makes the paths to another rank, which this one is connected to, and waits for them. */
  private StripedTransfers connectPaths(int rank) {
    Side side;
    byte[] addresses = null;
    synchronized (this) {
      side = side(rank);
      if (!side.askedForPaths) {
        side.askedForPaths = true;
        addresses = paths(rank).addresses();
      }
    }
    if (addresses != null) {
      bootstrap.send(rank, ConnectMessage.of(ConnectMessage.Kind.PATHS, addresses).encode());
    }
    waiter.await(hasPathsOrRefused, side, rank, 0, options.timeoutNanos(), this);
    if (side.striped == null) {
      throw new ArmciException(connecting(rank) + " by several paths failed: " + side.pathsProblem);
    }
    return side.striped;
  }

  private Paths paths(int rank) {
    Side side = side(rank);
    if (side.paths == null) {
      Paths made = new Paths(side.endpoint, networkPaths(rank));
      side.paths = made; // those that were made are closed when another one cannot be
      for (int path = 1; path < options.striping().plan().paths(); path++) {
        made.add();
      }
      steps.add(made);
    }
    return side.paths;
  }

  private Side side(int rank) {
    if (sides[rank] == null) {
      long replyBytes = (long) options.credits() * ReplySlots.SLOT_BYTES;
      sides[rank] = new Side(network.newEndpoint(rank), network.memory().allocate(replyBytes));
    }
    return sides[rank];
  }

  @Override
  public void received(int from, byte[] bytes) {
    ConnectMessage answer;
    ConnectMessage.Kind refused = ConnectMessage.Kind.REFUSED;
    try {
      ConnectMessage message = ConnectMessage.decode(bytes);
      refused = message.refused();
      answer = handleAny(from, message);
    } catch (ArmciException problem) {
      String reason = Text.format("rank %d: %s", bootstrap.rank(), problem.getMessage());
      answer = ConnectMessage.refusal(refused, reason);
    }
    if (answer != null) {
      bootstrap.send(from, answer.encode());
    }
  }

  /** Returns the answer, or null. */
  private ConnectMessage handleAny(int from, ConnectMessage message) {
    if (message.isOfLine()) {
      return handleLine(from, message);
    }
    return message.isOfPaths() ? handlePaths(from, message) : handle(from, message);
  }

  private synchronized ConnectMessage handle(int from, ConnectMessage message) {
    Side side = side(from);
    switch (message.kind()) {
      case HELLO -> {
        connect(from, side, message);
        return side.message(ConnectMessage.Kind.WELCOME);
      }
      case WELCOME -> {
        connect(from, side, message);
        ready.setRelease(from, side.rank);
      }
      case REFUSED -> side.problem = message.problem();
      default -> throw new ArmciException("lines and paths are connected elsewhere");
    }
    return null;
  }

  /** The same for a message about a line. */
  private synchronized ConnectMessage handleLine(int from, ConnectMessage message) {
    Side side = side(from);
    switch (message.kind()) {
      case LINE -> {
        if (side.rank == null || incoming.get(from) != null) {
          throw new ArmciException(Text.format("rank %d asks for a line out of turn", from));
        }
        ScatterLine line = network.newLine(side.endpoint);
        line.connect(message.endpoint());
        incoming.setRelease(from, line);
        return ConnectMessage.of(ConnectMessage.Kind.LINE_READY, line.address());
      }
      case LINE_READY -> {
        if (side.line == null || side.lists != null) {
          throw new ArmciException(Text.format("rank %d connects a line out of turn", from));
        }
        side.line.connect(message.endpoint());
        side.lists = newLists(side);
      }
      default -> side.lineProblem = message.problem();
    }
    return null;
  }

  /** The same for a message about paths. Each side connects by the first that it gets. */
  private synchronized ConnectMessage handlePaths(int from, ConnectMessage message) {
    Side side = side(from);
    switch (message.kind()) {
      case PATHS -> {
        if (side.rank == null) {
          throw new ArmciException(Text.format("rank %d asks for paths out of turn", from));
        }
        paths(from).connect(message.endpoint());
        return ConnectMessage.of(ConnectMessage.Kind.PATHS_READY, side.paths.addresses());
      }
      case PATHS_READY -> {
        if (side.paths == null || side.striped != null) {
          throw new ArmciException(Text.format("rank %d connects paths out of turn", from));
        }
        side.paths.connect(message.endpoint());
        StripedTransfers striped =
            new StripedTransfers(
                side.paths,
                options.striping().plan(),
                network.buffers(),
                network.capabilities().maxMessageBytes());
        side.endpoint.progress().addBeside(striped);
        steps.add(striped);
        side.striped = striped;
      }
      case PATH_NEWS -> tell(from, side, PathNews.decode(message.endpoint()));
      default -> side.pathsProblem = message.problem();
    }
    return null;
  }

  private void tell(int from, Side side, PathNews news) {
    if (news.path() == 0 ? side.first == null : side.paths == null) {
      throw new ArmciException(Text.format("rank %d has news of paths that are not there", from));
    }
    if (news.path() == 0) {
      side.first.received(news);
    } else {
      side.paths.received(news);
    }
    network.inbox().wake(); // its thread takes the steps where the rank computes
  }

  private AssistedLists newLists(Side side) {
    AssistedLists lists =
        new AssistedLists(
            side.rank.helper(), side.line, network.memory(), () -> network.inbox().wake());
    side.endpoint.progress().addBeside(lists);
    steps.add(lists);
    return lists;
  }

  private Outbox newOutbox(ConnectedRank rank) {
    NetworkEndpoint endpoint = rank.endpoint();
    BounceBuffers buffers = network.buffers();
    RankRoute route =
        new RankRoute(
            endpoint, rank.helper(), buffers, network.capabilities().maxMessageBytes(), rank);
    return new Outbox(
        route,
        rank.burst(),
        options.queued(),
        buffers.memory().byteSize(),
        outbox -> {
          endpoint.progress().addBeside(outbox);
          steps.add(outbox);
        },
        () -> network.inbox().wake());
  }

  private void connect(int from, Side side, ConnectMessage message) {
    if (side.rank == null) {
      side.endpoint.connect(message.endpoint());
      side.first = newFirstPath(from, side.endpoint);
      RemoteHelper helper =
          new RemoteHelper(
              bootstrap.rank(),
              from,
              side.endpoint,
              network.buffers(),
              side.replies.memory(),
              options.requestBytes());
      ReplySlots replies =
          new ReplySlots(
              side.endpoint,
              message.replyAddress(),
              network.importKey(from, message.replyKey()),
              options.credits());
      side.rank =
          new ConnectedRank(
              side.endpoint,
              helper,
              replies,
              new ConnectedRank.Further(
                  () -> connectLine(from),
                  options.striping().fromBytes(),
                  () -> connectPaths(from),
                  options.gatheredBytes()),
              this::newOutbox,
              values);
      connected.setRelease(from, side.rank);
    }
  }

  private FirstPath newFirstPath(int rank, NetworkEndpoint endpoint) {
    if (endpoint.way() == null) {
      return null;
    }
    FirstPath first =
        new FirstPath(
            rank,
            endpoint.progress(),
            endpoint.way(),
            networkPaths(rank),
            options.striping().retryNanos());
    steps.add(first);
    return first;
  }

  private NetworkPaths networkPaths(int rank) {
    return new NetworkPaths(rank, bootstrap, network, options.striping().retryNanos());
  }

  @Override
  public synchronized void undelivered(int to, String reason) {
    if (sides[to] != null) {
      sides[to].problem = reason;
      sides[to].lineProblem = reason;
      sides[to].pathsProblem = reason;
    }
  }

  @Override
  public synchronized void close() {
    for (int rank = 0; rank < sides.length; rank++) {
      if (incoming.get(rank) != null) {
        incoming.get(rank).close();
      }
      if (sides[rank] != null) {
        close(sides[rank]);
      }
    }
  }

  private static void close(Side side) {
    if (side.line != null) {
      side.line.close();
    }
    if (side.paths != null) {
      side.paths.close();
    }
    if (side.first != null) {
      side.first.close();
    }
    side.endpoint.close();
  }
}
