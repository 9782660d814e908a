package org.armci4j.transport.network.connection;

import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.path.FirstPath;
import org.armci4j.transport.network.path.PathNews;
import org.armci4j.transport.network.path.Paths;

/**
 * How this rank comes by its ends of the further paths to another one, and that one by news of
 * paths.
 *
 * @param rank the other one
 * @param bootstrap carries news of them
 * @param network makes them
 * @param retryNanos how long a path that has failed is left alone
 */
record NetworkPaths(int rank, Bootstrap bootstrap, Network network, long retryNanos)
    implements Paths.PathMaker, FirstPath.Teller {
  @Override
  public boolean canMake(int path) {
    return network.isPathUp(path);
  }

  @Override
  public NetworkEndpoint make(int path) {
    return network.newPath(rank, path);
  }

  @Override
  public void tell(PathNews news) {
    bootstrap.send(rank, ConnectMessage.of(ConnectMessage.Kind.PATH_NEWS, news.encode()).encode());
  }
}
