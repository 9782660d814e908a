package org.armci4j.bootstrap.rendezvous;

/**
 * Learns from the rendezvous about the ranks. The server's only thread makes the calls, one after
 * the other, so no method may wait.
 */
public interface RendezvousListener {
  /** Says that {@code rank} has proved the secret and joined. */
  default void joined(int rank) {}

  /** Says that all ranks of the job have joined. */
  default void allJoined() {}

  /** Says that {@code rank} has said good-bye. */
  default void saidBye(int rank) {}

  /** Says that {@code rank} gives no sign of life; all other ranks are told so. */
  default void silent(int rank, String reason) {}

  /**
   * Says that {@code rank} has waited longer than the stall time-out. Called again while the wait
   * lasts.
   */
  default void stalled(int rank) {}

  /**
   * Asks for the end of a rank's process, as the job goes on without the rank or with a new one.
   *
   * @return whether the listener ends it, and then calls {@link RendezvousServer#lose} or {@link
   *     RendezvousServer#replace}; otherwise the other ranks are told at once
   */
  default boolean ends(int rank, String reason) {
    return false;
  }

  /**
   * Says that the place of {@code rank} is free for a new process, as {@link
   * RendezvousServer#replace} has asked. What earlier calls have said of the rank, they said of its
   * old process. If the epoch is a new one, the same holds for all ranks.
   *
   * @param epoch the epoch in which the new process meets the others
   */
  default void vacated(int rank, int epoch) {}

  /** Says that {@code rank} has ended the job. */
  default void aborted(int rank, String reason) {}

  /**
   * Says that the connection of {@code rank} has ended without good-bye. All other ranks are told
   * "connection lost", unless {@link RendezvousServer#fail} gives a better reason within the grace
   * period.
   */
  default void lost(int rank) {}
}
