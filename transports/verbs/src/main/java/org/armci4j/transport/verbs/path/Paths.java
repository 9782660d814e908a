package org.armci4j.transport.verbs.path;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;

/**
 * Holds this side's ends of all paths to another rank. The first path carries all undivided
 * operations, further paths carry long transfers. A path that fails goes on later, see {@link
 * RankPath}. When the first path fails for good, the rank is lost.
 */
final class Paths implements OriginSteps.Steps {
  private final int rank;
  private final PathEndpoint first;
  private final Consumer<PathMessage> teller;
  private final long retryNanos;
  private final Set<String> unreaching;
  private final AtomicBoolean stepping = new AtomicBoolean();

  /** Paths by number; null for a first path that fails with its endpoint. */
  private volatile RankPath[] paths;

  private volatile FurtherEnd[] further = {};
  private volatile boolean closed;

  /**
   * @param rank the other side
   * @param first its endpoint
   * @param end the first path's end; null if the first path fails with its endpoint
   * @param teller tells the other side, without waiting for it
   * @param retryNanos how long a port that has failed is left alone
   * @param unreaching this rank's ports that some other rank does not answer, for all its paths
   */
  Paths(
      int rank,
      PathEndpoint first,
      PathEnd end,
      Consumer<PathMessage> teller,
      long retryNanos,
      Set<String> unreaching) {
    this.rank = rank;
    this.first = first;
    this.teller = teller;
    this.retryNanos = retryNanos;
    this.unreaching = unreaching;
    this.paths = new RankPath[] {end == null ? null : newPath(0, end)};
  }

  private RankPath newPath(int number, PathEnd end) {
    return new RankPath(rank, number, end, teller, retryNanos, unreaching);
  }

  /**
   * Adds a further path. For one thread at a time.
   *
   * @throws ArmciException when the network refuses to make its endpoint
   */
  void add(PathNetwork network) {
    int number = count();
    FurtherEnd end = new FurtherEnd(network, rank, number);
    RankPath path = newPath(number, end);
    further = append(further, end);
    paths = append(paths, path); // last, as its length makes the new path known
  }

  private static <T> T[] append(T[] all, T one) {
    T[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = one;
    return more;
  }

  /** Returns the number of paths, the first included. */
  int count() {
    return paths.length;
  }

  /** Returns the current endpoint of a path. */
  PathEndpoint end(int path) {
    return path == 0 ? first : further[path - 1].endpoint();
  }

  /** Returns whether transfers may use a path. */
  boolean works(int path) {
    return path == 0 || paths[path].works();
  }

  /**
   * Returns whether no packet of a path's given endpoint, which has failed, can arrive any more at
   * either side.
   */
  boolean isOver(int path, NetworkEndpoint end) {
    return path != 0 && (paths[path].isApart() || !end.equals(end(path)));
  }

  /**
   * Keeps a message about a path for its next step; a thread is to take steps soon.
   *
   * @throws ArmciException when there is no such path
   */
  void received(PathMessage message) {
    RankPath[] all = paths;
    int number = message.path();
    if (number < 0 || number >= all.length || all[number] == null) {
      throw new ArmciException(Text.format("there is no path %d to have news of", number));
    }
    all[number].received(message);
  }

  @Override
  public boolean take() {
    if (hasEnded() || !hasSteps() || !stepping.compareAndSet(false, true)) {
      return false;
    }
    try {
      boolean any = false;
      for (RankPath path : paths) {
        while (path != null && !hasEnded() && path.step()) {
          any = true; // further steps wait for messages or for a look
        }
      }
      return any;
    } finally {
      stepping.set(false);
    }
  }

  private boolean hasEnded() {
    return closed || first.progress().hasFailed();
  }

  private boolean hasSteps() {
    for (RankPath path : paths) {
      if (path != null && path.hasSteps()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean needLooks() {
    for (RankPath path : paths) {
      if (path != null && path.needsLooks()) {
        return !hasEnded();
      }
    }
    return false;
  }

  /**
   * Ends all further paths, whatever is under way there: when this returns, the other side writes
   * and reads nothing through them, even if this side has never used them.
   */
  void end() {
    for (FurtherEnd end : further) {
      end.progress().end("the first path to that rank has ended");
    }
  }

  /** Returns the addresses of all further ends, for the other side. */
  byte[] addresses() {
    List<byte[]> addresses = Arrays.stream(further).map(end -> end.endpoint().address()).toList();
    int sizeBytes = addresses.stream().mapToInt(address -> Short.BYTES + address.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(sizeBytes);
    addresses.forEach(address -> bytes.putShort((short) address.length).put(address));
    return bytes.array();
  }

  /**
   * Connects the further paths. Each works when the other side has answered. One that cannot be
   * connected is left, and tried again later.
   *
   * @param addresses what the other side's {@link #addresses} gave
   * @throws ArmciException when the other side has another number of paths
   */
  void connect(byte[] addresses) {
    ByteBuffer bytes = ByteBuffer.wrap(addresses);
    List<RankPath> connected = new ArrayList<>();
    try {
      for (int i = 0; i < further.length; i++) {
        byte[] address = new byte[Short.toUnsignedInt(bytes.getShort())];
        bytes.get(address);
        if (further[i].begin(address)) {
          connected.add(paths[1 + i]);
        }
      }
    } catch (BufferUnderflowException fewer) {
      throw different(fewer);
    }
    if (bytes.hasRemaining()) {
      throw different(null);
    }
    connected.forEach(RankPath::connected);
  }

  private ArmciException different(Exception cause) {
    return new ArmciException(
        Text.format(
            "%d paths here are another number of paths than at the other side: the settings of all"
                + " ranks must be the same",
            count()),
        cause);
  }

  void close() {
    closed = true;
    for (FurtherEnd end : further) {
      end.close();
    }
  }
}
