package org.armci4j.transport.network.path;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;

/**
 * This side's ends of all paths to another rank: the first, which is that of all else, and further
 * ones for long transfers, of which each is left when it fails and used again when it works again.
 * When the first one fails for good, the rank is lost ({@link FirstPath} leads it to other rails).
 */
public final class Paths implements OriginSteps.Steps, AutoCloseable {
  private final NetworkEndpoint first;
  private final List<FurtherPath> further = new ArrayList<>();
  private final AtomicBoolean stepping = new AtomicBoolean();
  private boolean connected;
  private volatile boolean closed;

  /** How this side comes by ends, and the other side by news of them. */
  public interface PathMaker {
    /** Whether an end of a path could be used now. */
    boolean canMake(int path);

    /**
     * Makes an end of a path, not yet connected.
     *
     * @throws ArmciException when the network refuses
     */
    NetworkEndpoint make(int path);

    /** Tells the other side, without waiting for it. */
    void tell(PathNews news);

    /** How long a path that has failed is left alone. */
    long retryNanos();
  }

  /**
   * @param first connected
   * @param ends makes the others
   */
  public Paths(NetworkEndpoint first, PathMaker ends) {
    this.first = first;
    this.ends = ends;
  }

  private final PathMaker ends;

  /** Adds a further path, whose end is made now. */
  public void add() {
    further.add(new FurtherPath(further.size() + 1, ends));
  }

  /** How many there are, the first among them. */
  int count() {
    return 1 + further.size();
  }

  /** The end of a path as it is now. */
  NetworkEndpoint end(int path) {
    return path == 0 ? first : further.get(path - 1).end();
  }

  /** Whether transfers may use a path. */
  boolean works(int path) {
    return path == 0 || further.get(path - 1).works();
  }

  /** Whether nothing comes by an earlier end of a path any more, at either side. */
  boolean isOver(int path, NetworkEndpoint end) {
    return path != 0 && further.get(path - 1).isOver(end);
  }

  /** The other side tells something of a path: a thread is to take steps soon. */
  public void received(PathNews news) {
    if (news.path() < 1 || news.path() > further.size()) {
      throw new ArmciException(Text.format("there is no further path %d", news.path()));
    }
    further.get(news.path() - 1).received(news);
  }

  @Override
  public boolean take() {
    if (closed || first.progress().hasFailed() || !stepping.compareAndSet(false, true)) {
      return false;
    }
    try {
      boolean any = false;
      for (FurtherPath path : further) {
        while (path.step()) { // what is left then waits for news, of which it is told, or looks
          any = true;
        }
      }
      return any;
    } finally {
      stepping.set(false);
    }
  }

  @Override
  public boolean needLooks() {
    for (FurtherPath path : further) {
      if (path.isBusy()) {
        return !closed && !first.progress().hasFailed();
      }
    }
    return false;
  }

  /** Ends all further paths, whatever is under way there. */
  void end() {
    for (FurtherPath path : further) {
      path.end().progress().abandon(path.end().progress().started());
    }
  }

  /** The addresses of all further ends, for the other side. */
  public byte[] addresses() {
    List<byte[]> addresses = further.stream().map(path -> path.end().address()).toList();
    int sizeBytes = addresses.stream().mapToInt(address -> Short.BYTES + address.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(sizeBytes);
    addresses.forEach(address -> bytes.putShort((short) address.length).put(address));
    return bytes.array();
  }

  /**
   * Connects them, once.
   *
   * @param addresses what the other side's {@link #addresses} gave
   * @throws ArmciException when the other side has another number of paths
   */
  public void connect(byte[] addresses) {
    if (connected) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.wrap(addresses);
    try {
      for (FurtherPath path : further) {
        byte[] address = new byte[Short.toUnsignedInt(bytes.getShort())];
        bytes.get(address);
        path.end().connect(address);
      }
    } catch (BufferUnderflowException fewer) {
      throw different(fewer);
    }
    if (bytes.hasRemaining()) {
      throw different(null);
    }
    connected = true;
  }

  private ArmciException different(Exception cause) {
    return new ArmciException(
        Text.format(
            "%d paths here are another number of paths than at the other side: the settings of all"
                + " ranks must be the same",
            count()),
        cause);
  }

  @Override
  public void close() {
    closed = true;
    further.forEach(path -> path.end().close());
  }
}
