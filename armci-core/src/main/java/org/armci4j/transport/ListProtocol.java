package org.armci4j.transport;

/** The protocol by which a network makes puts and gets of lists of segments. */
public enum ListProtocol {
  /** Chooses the protocol that suits the list's segments. */
  AUTO,
  /**
   * One network transfer for each segment, or for each group of segments adjacent at the target.
   */
  DIRECT,
  /** Many segments in a message, gathered at one side and scattered at the other. */
  PACKED,
  /**
   * Many segments in a message without a copy: the target's helper thread posts receives that
   * scatter, or sends that gather.
   */
  ASSISTED
}
