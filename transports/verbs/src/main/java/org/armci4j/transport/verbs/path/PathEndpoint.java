package org.armci4j.transport.verbs.path;

import org.armci4j.transport.network.NetworkEndpoint;

/** This rank's end of a path as operations use it. */
public interface PathEndpoint extends NetworkEndpoint {
  /**
   * Starts an operation that moves nothing.
   *
   * @return its ticket; when it is complete, the other side has answered
   */
  long probe();
}
