package org.armci4j.transport.network.block;

/** How puts and gets of lists of segments are made. */
public enum ListProtocol {
  /** By the protocol that suits the list's segments. */
  AUTO,
  /** One transfer of the network for each segment, or for those that lie together at the target. */
  DIRECT,
  /** Many segments in a message, gathered at one side and scattered at the other. */
  PACKED
}
