package org.armci4j.bootstrap.rendezvous;

/**
 * Learns what the rendezvous sees of the ranks. Called from the server's only thread, one call
 * after the other: it must not wait.
 */
public interface RendezvousListener {
  /** {@code rank} has proved itself and joined. */
  default void joined(int rank) {}

  /** All ranks of the job have joined. */
  default void allJoined() {}

  /** {@code rank} has said good-bye. */
  default void saidBye(int rank) {}

  /** {@code rank} gives no sign of life; all other ranks are told so. */
  default void silent(int rank, String reason) {}

  /** {@code rank} has waited longer than the stall time-out. Called again while it still does. */
  default void stalled(int rank) {}

  /** {@code rank} has ended the job. */
  default void aborted(int rank, String reason) {}

  /**
   * {@code rank} has gone without good-bye. All other ranks are told "connection lost" unless a
   * better reason comes by {@link RendezvousServer#fail} within the grace.
   */
  default void lost(int rank) {}
}
