package org.armci4j.transport.shared;

/**
 * The words that one rank shares with all ranks of its host, beside its blocks. Each stands on a
 * pair of cache lines of its own (adjacent lines are fetched together): senders read {@link
 * #PARKED} at every signal, and it must stay in their caches while the others move.
 *
 * <pre>
 *    0        4           128     132           256               260           384
 *    +--------+-----------+-------+-------------+-----------------+-------------+
 *    | parked |           | bell  |             | accumulate lock |             |
 *    +--------+-----------+-------+-------------+-----------------+-------------+
 * </pre>
 */
final class RankWords {
  /** int: how many waits of the rank are parked or about to park. */
  static final long PARKED = 0;

  /** int: counts the rings; the word that the kernel's futex watches. */
  static final long BELL = 128;

  /** int: 0, or 1 while someone accumulates into the rank's memory. */
  static final long ACCUMULATE_LOCK = 256;

  /** Size of the whole, in bytes. */
  static final long SIZE_BYTES = 384;

  private RankWords() {}
}
