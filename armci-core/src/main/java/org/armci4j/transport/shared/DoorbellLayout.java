package org.armci4j.transport.shared;

/**
 * The shared words of one rank's doorbell. Each stands on a pair of cache lines of its own
 * (adjacent lines are fetched together): senders read {@link #PARKED} at every signal, and it must
 * stay in their caches while {@link #BELL} moves.
 *
 * <pre>
 *    0        4                        128      132                     256
 *    +--------+-------------------------+--------+-----------------------+
 *    | parked |                         | bell   |                       |
 *    +--------+-------------------------+--------+-----------------------+
 * </pre>
 */
final class DoorbellLayout {
  /** int: how many waits of the rank are parked or about to park. */
  static final long PARKED = 0;

  /** int: counts the rings; the word that the kernel's futex watches. */
  static final long BELL = 128;

  /** Size of the whole, in bytes. */
  static final long SIZE_BYTES = 256;

  private DoorbellLayout() {}
}
