package org.armci4j.transport.network;

/**
 * Transfers in which the endpoint takes part, but which do not end with its own operations. Each
 * has a ticket among those of the endpoint's operations. It completes after earlier tickets and
 * before later ones.
 */
public interface Beside {
  /** Returns whether all transfers for which a ticket stands are over. */
  boolean isOver(long ticket);

  /** Returns whether no transfer is under way. */
  boolean isIdle();

  /**
   * Ends all transfers. When this returns, the network uses none of this rank's memory for them.
   */
  void end();

  /** Describes the transfers under way. */
  String describe();
}
