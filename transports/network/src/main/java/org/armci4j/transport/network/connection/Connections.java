package org.armci4j.transport.network.connection;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.MessageListener;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.ConnectionOptions;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.PeerAnswer;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.ReplySlots;
import org.armci4j.transport.network.outbox.OwnHelper;
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
 * <p>Both ranks may begin at the same time, as each has one endpoint for the other, whoever began.
 * A rank sends requests only after the other's WELCOME, since the other receives from then on. The
 * target's helper thread may answer earlier: a rank that sends it requests receives already.
 *
 * <p>A {@link ScatterLine} between connected ranks is made in the same way, when one of them has
 * its first list for it. LINE carries the address of its end, LINE_READY that of the other end.
 * OF_NETWORK carries a message between the two ranks' networks.
 *
 * <p>Where the job goes on without failed ranks, FAILED or ENDED tells the other rank that this
 * side has failed: that rank's own side may seem well, while its requests are dropped here.
 */
public final class Connections implements MessageListener, AutoCloseable {
  /** One side of a connection, from its first step on. */
  private static final class Side {
    private final NetworkEndpoint endpoint;
    private final RegisteredMemory.Part replies;
    private final PeerAnswer<ConnectedRank> welcome = new PeerAnswer<>();
    private final PeerAnswer<AssistedLists> lists = new PeerAnswer<>();
    private boolean greeted;

    /** Whether a message could not be delivered to the other rank. */
    private boolean gone;

    /** Whether both ranks know that a side has failed. */
    private boolean failureIsKnown;

    /** This rank's end of its own line; null before it is needed. */
    private ScatterLine line;

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
  private final NetworkFailure failures;
  private final ConnectionOptions options;
  private final ConnectionParts parts;

  /** Guarded by this. */
  private final Side[] sides;

  /** By rank: the rank, once both sides are connected. */
  private final AtomicReferenceArray<ConnectedRank> ready;

  /** By rank: the rank, once this side is connected; the other may not be yet. */
  private final AtomicReferenceArray<ConnectedRank> connected;

  /** By rank: this rank's end of the line that the other rank has asked for. */
  private final AtomicReferenceArray<ScatterLine> incoming;

  /**
   * @param bootstrap carries the messages by which ranks connect
   * @param network makes the endpoints
   * @param waiter polls, and so handles completions
   * @param failures knows which ranks the job has lost
   * @param steps taken in the same polls
   * @param helper this rank's helper thread
   * @param options how connections are made
   */
  public Connections(
      Bootstrap bootstrap,
      Network network,
      Waiter waiter,
      NetworkFailure failures,
      OriginSteps steps,
      OwnHelper helper,
      ConnectionOptions options) {
    this.bootstrap = bootstrap;
    this.network = network;
    this.waiter = waiter;
    this.failures = failures;
    this.options = options;
    this.parts = new ConnectionParts(bootstrap.rank(), network, waiter, steps, helper, options);
    this.sides = new Side[bootstrap.size()];
    this.ready = new AtomicReferenceArray<>(bootstrap.size());
    this.connected = new AtomicReferenceArray<>(bootstrap.size());
    this.incoming = new AtomicReferenceArray<>(bootstrap.size());
  }

  /**
   * Returns a rank as this one reaches it; connects at the first call. Every network operation
   * comes here first. Refuses {@link ShortWork}, even where it would not wait: it might take a lock
   * whose holder waits for this thread.
   */
  public ConnectedRank to(int rank) {
    if (ShortWork.isRunning()) {
      ShortWork.refuse(Text.format("rank %d: what goes to rank %d", bootstrap.rank(), rank));
    }
    ConnectedRank found = ready.getAcquire(rank);
    return found != null ? found : connect(rank);
  }

  /** Sends a message that {@link Network#received} takes at another rank. */
  public static void tell(Bootstrap bootstrap, int rank, byte[] message) {
    bootstrap.send(rank, ConnectMessage.of(ConnectMessage.Kind.OF_NETWORK, message).encode());
  }

  /** Returns a rank if this one is connected to it, else null. */
  public ConnectedRank existing(int rank) {
    return connected.getAcquire(rank);
  }

  /** Returns the slots that answer a rank's messages; null if this one is not connected to it. */
  public ReplySlots replies(int rank) {
    ConnectedRank found = existing(rank);
    return found == null ? null : found.replies();
  }

  /** Returns this rank's end of another rank's line; null if there is none. */
  public ScatterLine incoming(int rank) {
    return incoming.getAcquire(rank);
  }

  /** Performs an action with every connected rank. */
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

  /** Connects to some ranks. Greets all before it waits for any. */
  public void toAll(int[] ranks) {
    for (int rank : ranks) {
      greet(rank);
    }
    for (int rank : ranks) {
      to(rank);
    }
  }

  private ConnectedRank connect(int rank) {
    return unlessLost(
        rank, () -> greet(rank).welcome.await(waiter, options.timeoutNanos(), connecting(rank)));
  }

  /**
   * Connects to a rank, and tells if the job has lost that rank. If a message could not be
   * delivered there, it is gone, of which there is news a moment later.
   */
  private <T> T unlessLost(int rank, Supplier<T> step) {
    requireWell(rank);
    try {
      return step.get();
    } catch (ArmciException e) {
      if (isGone(rank)) {
        failures.awaitLoss(rank);
      }
      requireWell(rank);
      throw e;
    }
  }

  private synchronized boolean isGone(int rank) {
    return sides[rank] != null && sides[rank].gone;
  }

  private void requireWell(int rank) {
    Waiter.requireWell(failures.lossOf(rank), () -> "the connection to rank " + rank);
  }

  /**
   * Ends the connection to a rank that the job has lost, and all waits for it. When this returns,
   * that rank's transfers reach no memory of this one any more, should it still live. Other
   * connections are not concerned.
   *
   * @param why the second half of a sentence on the connection
   */
  public void lose(int rank, String why) {
    Side side;
    synchronized (this) {
      side = sides[rank];
    }
    if (side != null) {
      side.endpoint.progress().end(why); // outside the monitor: it takes locks of the network
    }
    ScatterLine line = incoming(rank);
    if (line != null) {
      line.reset(); // its receives wait for data of the lost rank
    }
    undelivered(rank, why);
  }

  /** Tells the other ranks of connections that have failed here, where the job goes on. */
  public void tellFailures() {
    for (int rank = 0; failures.jobGoesOn() && rank < sides.length; rank++) {
      ConnectMessage failure = newFailure(rank);
      if (failure != null && failures.lossOf(rank) == null) {
        bootstrap.send(rank, failure.encode());
      }
    }
  }

  /** Returns how the connection to a rank has failed here, once; else null. */
  private synchronized ConnectMessage newFailure(int rank) {
    Side side = sides[rank];
    if (side == null || side.failureIsKnown || !side.endpoint.progress().hasFailed()) {
      return null;
    }
    side.failureIsKnown = true;
    EndpointProgress progress = side.endpoint.progress();
    return ConnectMessage.problem(
        progress.hasFailedWithoutSuspect() ? ConnectMessage.Kind.ENDED : ConnectMessage.Kind.FAILED,
        progress.underWay());
  }

  private synchronized void failedThere(int rank, String why, boolean isWell) {
    Side side = side(rank);
    side.failureIsKnown = true;
    String reason = "its other side has failed: " + why;
    if (isWell) {
      side.endpoint.progress().failWithoutSuspect(reason);
    } else {
      side.endpoint.progress().fail(reason);
    }
  }

  /** Begins to connect, unless this rank has begun before. */
  private Side greet(int rank) {
    Side side;
    boolean first;
    synchronized (this) {
      side = side(rank);
      first = !side.greeted;
      side.greeted = true;
    }
    if (first) {
      // Outside the monitor: in one JVM the other rank's answer arrives inside this call.
      bootstrap.send(rank, side.message(ConnectMessage.Kind.HELLO).encode());
    }
    return side;
  }

  /** Makes this rank's line to a connected rank, and waits for it. */
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
    return side.lists.await(waiter, options.timeoutNanos(), connecting(rank) + " for lists");
  }

  private Side side(int rank) {
    if (sides[rank] == null) {
      sides[rank] = new Side(network.newEndpoint(rank), parts.newReplies());
    }
    return sides[rank];
  }

  @Override
  public void received(int from, byte[] bytes) {
    if (failures.lossOf(from) != null) {
      return; // it was on its way, and would connect what has been ended
    }
    ConnectMessage answer;
    ConnectMessage.Kind refused = ConnectMessage.Kind.REFUSED;
    try {
      ConnectMessage message = ConnectMessage.decode(bytes);
      refused = message.refused();
      answer = handleAny(from, message);
    } catch (ArmciException problem) {
      String reason = Text.format("rank %d: %s", bootstrap.rank(), problem.getMessage());
      answer = ConnectMessage.problem(refused, reason);
    }
    if (answer != null) {
      bootstrap.send(from, answer.encode());
    }
  }

  /** Handles a message; returns the answer, or null. */
  private ConnectMessage handleAny(int from, ConnectMessage message) {
    if (message.isOfLine()) {
      return handleLine(from, message);
    }
    if (message.kind() == ConnectMessage.Kind.OF_NETWORK) {
      network.received(from, message.endpoint()); // outside the monitor: it may answer in this call
      return null;
    }
    boolean hasEnded = message.kind() == ConnectMessage.Kind.ENDED;
    if (hasEnded || message.kind() == ConnectMessage.Kind.FAILED) {
      failedThere(from, message.problem(), hasEnded);
      return null;
    }
    return handle(from, message);
  }

  private synchronized ConnectMessage handle(int from, ConnectMessage message) {
    Side side = side(from);
    switch (message.kind()) {
      case HELLO -> {
        ConnectedRank _ = connect(from, side, message);
        return side.message(ConnectMessage.Kind.WELCOME);
      }
      case WELCOME -> {
        ConnectedRank found = connect(from, side, message);
        ready.setRelease(from, found);
        side.welcome.connected(found);
      }
      case REFUSED -> side.welcome.refused(message.problem());
      default -> throw new ArmciException("lines are connected elsewhere");
    }
    return null;
  }

  /** Handles a message about a line; returns the answer, or null. */
  private synchronized ConnectMessage handleLine(int from, ConnectMessage message) {
    Side side = side(from);
    switch (message.kind()) {
      case LINE -> {
        if (existing(from) == null || incoming.get(from) != null) {
          throw new ArmciException(Text.format("rank %d asks for a line out of turn", from));
        }
        ScatterLine line = network.newLine(side.endpoint);
        line.connect(message.endpoint());
        incoming.setRelease(from, line);
        return ConnectMessage.of(ConnectMessage.Kind.LINE_READY, line.address());
      }
      case LINE_READY -> {
        if (side.line == null || side.lists.isConnected()) {
          throw new ArmciException(Text.format("rank %d connects a line out of turn", from));
        }
        side.line.connect(message.endpoint());
        side.lists.connected(parts.lists(existing(from), side.line));
      }
      default -> side.lists.refused(message.problem());
    }
    return null;
  }

  /** Connects this side to the other one, unless it is connected already; returns the rank. */
  private ConnectedRank connect(int from, Side side, ConnectMessage message) {
    ConnectedRank found = existing(from);
    if (found != null) {
      return found;
    }
    side.endpoint.connect(message.endpoint());
    ConnectedRank.Further further =
        new ConnectedRank.Further(
            () -> unlessLost(from, () -> connectLine(from)),
            options.stripedFromBytes(),
            () -> unlessLost(from, () -> network.overPaths(from)));
    ConnectedRank made = parts.rank(from, side.endpoint, side.replies, message, further);
    connected.setRelease(from, made);
    return made;
  }

  @Override
  public synchronized void undelivered(int to, String reason) {
    if (sides[to] != null) {
      sides[to].gone = true;
      sides[to].welcome.refused(reason);
      sides[to].lists.refused(reason);
    }
    network.undelivered(to, reason);
  }

  @Override
  public synchronized void close() {
    network.closePaths();
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
    side.endpoint.close();
  }
}
