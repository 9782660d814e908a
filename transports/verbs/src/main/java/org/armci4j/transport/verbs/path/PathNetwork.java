package org.armci4j.transport.verbs.path;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.Network;

/** A network that has several paths to each rank. */
public interface PathNetwork extends Network {
  /**
   * Makes this rank's end of a further path, for puts and gets alone. Its failure fails nothing
   * else: another end of that path may take its place.
   *
   * @param rank the other side, for which {@link #newEndpoint} has made an endpoint
   * @param path number of the path, at least 1
   * @return the end, not yet connected; the other side has a path of that number too
   * @throws ArmciException when the network refuses
   */
  PathEndpoint newPath(int rank, int path);

  /**
   * Returns whether this rank's end of a path can be used now; above all, whether its port is up.
   *
   * @param path number of the path, at least 1
   */
  boolean isPathUp(int path);
}
