package org.armci4j.transport;

/** How a network makes puts and gets of lists of segments. */
public enum ListProtocol {
  /** By the protocol that suits the list's segments. */
  AUTO,
  /** One transfer of the network for each segment, or for those that lie together at the target. */
  DIRECT,
  /** Many segments in a message, gathered at one side and scattered at the other. */
  PACKED,
  /**
   * Without a copy, many segments in a message: the target's helper thread posts receives that
   * scatter, or sends that gather.
   */
  ASSISTED
}
