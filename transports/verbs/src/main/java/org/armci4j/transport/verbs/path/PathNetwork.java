package org.armci4j.transport.verbs.path;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.Network;

/** A network that has several paths to each rank. */
public interface PathNetwork extends Network {
  /**
   * Makes this rank's end of a further path, for puts and gets alone. When it fails, nothing else
   * does: another end of that path may take its place.
   *
   * @param rank the other side, for which {@link #newEndpoint} has made an endpoint
   * @param path its number, at least 1
   * @return not yet connected; the other side has a path of that number too
   * @throws ArmciException when the network refuses
   */
  PathEndpoint newPath(int rank, int path);

  /**
   * Returns whether this rank's end of a path can be used now: whether its port is up, above all.
   *
   * @param path its number, at least 1
   */
  boolean isPathUp(int path);
}
