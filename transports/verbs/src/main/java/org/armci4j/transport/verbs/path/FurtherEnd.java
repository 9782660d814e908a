package org.armci4j.transport.verbs.path;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;

/**
 * Holds this rank's end of a further path, with a new endpoint for each life. When the path fails,
 * {@link StripedTransfers} starts its stripes once more over another path. A path that is connected
 * again works when the other side has answered a probe.
 */
final class FurtherEnd implements PathEnd {
  private static final long NONE = -1;

  private final PathNetwork network;
  private final int rank;
  private final int path;
  private volatile PathEndpoint endpoint;
  private volatile boolean begun;
  private long probe = NONE;

  /**
   * @param network makes the endpoints
   * @param rank the other side
   * @param path the number of the path, at least 1
   */
  FurtherEnd(PathNetwork network, int rank, int path) {
    this.network = network;
    this.rank = rank;
    this.path = path;
    this.endpoint = network.newPath(rank, path);
  }

  /** Returns the endpoint of this life. */
  PathEndpoint endpoint() {
    return endpoint;
  }

  @Override
  public EndpointProgress progress() {
    return endpoint.progress();
  }

  @Override
  public boolean hasBegun() {
    return begun;
  }

  @Override
  public String broken() {
    EndpointProgress progress = progress();
    return progress.hasFailed() ? progress.underWay() : null;
  }

  @Override
  public void leave() {
    progress().end(Text.format("the other side has left path %d", path));
  }

  @Override
  public boolean canOpen(int rail) {
    return network.isPathUp(path);
  }

  @Override
  public byte[] open(int rail) {
    PathEndpoint made = network.newPath(rank, path);
    PathEndpoint old = endpoint;
    probe = NONE;
    endpoint = made;
    old.close();
    return made.address();
  }

  /**
   * Connects the first life. Where the device finds no way to the other side, the path begins as
   * one that has failed.
   *
   * @return whether it is connected
   */
  boolean begin(byte[] address) {
    try {
      connect(address);
      return true;
    } catch (ArmciException refused) {
      progress().failWithoutSuspect(refused.getMessage());
      begun = true;
      return false;
    }
  }

  @Override
  public void connect(byte[] address) {
    endpoint.connect(address);
    begun = true;
  }

  @Override
  public boolean tryResume() {
    if (probe == NONE) {
      probe = endpoint.probe();
    }
    return progress().complete() >= probe;
  }

  /** Closes the endpoint of this life. */
  void close() {
    endpoint.close();
  }
}
