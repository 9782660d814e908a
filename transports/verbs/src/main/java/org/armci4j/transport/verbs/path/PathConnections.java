package org.armci4j.transport.verbs.path;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.PeerAnswer;
import org.armci4j.waiting.Waiter;

/**
 * Connects the paths of this rank to all others. The first path to a rank is connected with the
 * rank itself; the further paths when either rank has its first long transfer for the other.
 *
 * <pre>
 *  origin                                         target
 *  make the further ends    ------ ENDS ------&gt;   make them, connect them to the origin's
 *  connect them             &lt;-- ENDS_READY ----
 *  stripes can go
 * </pre>
 *
 * <p>Both ranks use the same paths, whichever rank asked for them. Each rank asks before its own
 * first stripe: the answer says that the other rank receives. Each later message is about one path.
 */
public final class PathConnections implements AutoCloseable {
  /** Holds the paths to one rank. */
  private static final class Side {
    private final Paths paths;
    private final PeerAnswer<StripedTransfers> striped = new PeerAnswer<>();
    private boolean asked;

    /** Null before the further paths are connected. */
    private StripedTransfers transfers;

    Side(Paths paths) {
      this.paths = paths;
    }
  }

  private final NetworkContext context;
  private final PathNetwork network;
  private final Striping striping;
  private final Waiter waiter;
  private final long timeoutNanos;

  /** Sides by rank. */
  private final Map<Integer, Side> sides = new ConcurrentHashMap<>();

  /** This rank's ports that some other rank does not answer. */
  private final Set<String> unreaching = ConcurrentHashMap.newKeySet();

  /**
   * Creates it without any path.
   *
   * @param context of the network
   * @param network makes the ends of further paths
   * @param striping how transfers are divided among the paths
   * @param waiter handles completions at each look
   * @param timeoutNanos longest time to connect the further paths to a rank
   */
  public PathConnections(
      NetworkContext context,
      PathNetwork network,
      Striping striping,
      Waiter waiter,
      long timeoutNanos) {
    this.context = context;
    this.network = network;
    this.striping = striping;
    this.waiter = waiter;
    this.timeoutNanos = timeoutNanos;
  }

  /**
   * Adds the first path to a rank. A rank whose paths are not added is refused further ones.
   *
   * @param rank the other side
   * @param first this rank's endpoint for it
   * @param end the endpoint's end of the path; null if the path fails with its endpoint
   */
  public void add(int rank, PathEndpoint first, PathEnd end) {
    Paths paths =
        new Paths(
            rank, first, end, message -> tell(rank, message), striping.retryNanos(), unreaching);
    sides.put(rank, new Side(paths));
    context.steps().add(paths);
  }

  private void tell(int rank, PathMessage message) {
    context.teller().tell(rank, message.encode());
  }

  private String connecting(int rank) {
    return Text.format(
        "rank %d: connecting to rank %d by several paths", context.bootstrap().rank(), rank);
  }

  private Side side(int rank) {
    Side side = sides.get(rank);
    if (side == null) {
      throw new ArmciException(
          Text.format(
              "there are no further paths to rank %d; are verbsPaths, verbsDevice and verbsRails"
                  + " the same on all ranks?",
              rank));
    }
    return side;
  }

  /**
   * Returns the transfers over several paths to a rank, which is connected. The first call connects
   * the further paths and waits until they are connected.
   *
   * @throws ArmciException when the paths cannot be connected
   */
  public PathTransfers transfers(int rank) {
    Side side = side(rank);
    byte[] addresses = null;
    synchronized (side) {
      if (!side.asked) {
        addresses = addresses(side); // if this fails, the next call asks
        side.asked = true;
      }
    }
    if (addresses != null) {
      // Outside the monitor: in one JVM the other rank's answer comes inside this call.
      tell(rank, PathMessage.ofAll(PathMessage.Kind.ENDS, addresses));
    }
    return side.striped.await(waiter, timeoutNanos, connecting(rank));
  }

  /** Makes the further ends that there are not yet; returns the addresses of all. */
  private byte[] addresses(Side side) {
    while (side.paths.count() < striping.plan().paths()) {
      side.paths.add(network); // if one cannot be made, close() ends the others
    }
    return side.paths.addresses();
  }

  /** Handles a message of another rank. Never waits. */
  public void received(int from, byte[] bytes) {
    PathMessage answer;
    try {
      answer = handle(from, PathMessage.decode(bytes));
    } catch (ArmciException problem) {
      String reason = Text.format("rank %d: %s", context.bootstrap().rank(), problem.getMessage());
      answer = PathMessage.refusal(reason);
    }
    if (answer != null) {
      tell(from, answer);
    }
  }

  /** Handles a message; returns the answer, or null. */
  private PathMessage handle(int from, PathMessage message) {
    Side side = side(from);
    switch (message.kind()) {
      case ENDS -> {
        return PathMessage.ofAll(PathMessage.Kind.ENDS_READY, connect(side, message));
      }
      case ENDS_READY -> begin(from, side, message);
      case REFUSED -> side.striped.refused(message.problem());
      case LEFT, BACK, READY, DRAINED -> {
        side.paths.received(message);
        network.inbox().wake(); // the helper thread takes the steps while the rank computes
      }
    }
    return null;
  }

  /** Connects this rank's ends to those of the other side; returns their addresses. */
  private byte[] connect(Side side, PathMessage message) {
    synchronized (side) {
      byte[] addresses = addresses(side);
      if (side.transfers == null) {
        side.paths.connect(message.details());
        side.transfers = newTransfers(side);
      }
      return addresses;
    }
  }

  /** Makes the transfers, with whose end the paths end that the other side may use already. */
  private StripedTransfers newTransfers(Side side) {
    StripedTransfers made =
        new StripedTransfers(
            side.paths,
            striping.plan(),
            network.buffers(),
            network.capabilities().maxMessageBytes());
    side.paths.end(0).progress().addBeside(made);
    context.steps().add(made);
    return made;
  }

  private void begin(int from, Side side, PathMessage message) {
    synchronized (side) {
      if (!side.asked || side.striped.isConnected()) {
        throw new ArmciException(Text.format("rank %d connects paths out of turn", from));
      }
    }
    connect(side, message);
    side.striped.connected(side.transfers);
  }

  /** Learns that a message to a rank could not be delivered. */
  public void undelivered(int to, String reason) {
    Side side = sides.get(to);
    if (side != null) {
      side.striped.refused(reason);
    }
  }

  /** Closes all further paths. */
  @Override
  public void close() {
    sides.values().forEach(side -> side.paths.close());
  }
}
