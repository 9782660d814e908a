package org.armci4j.transport.shared;

/**
 * The words that one rank shares with all ranks of its host, beside its blocks: two bells, for its
 * waits and for its helper thread, and a lock. Each word stands on a pair of cache lines of its own
 * (adjacent lines are fetched together): senders read a {@code parked} word at every signal, and it
 * must stay in their caches while the others move.
 *
 * <pre>
 *    0        4      128    132    256      260    384    388    512               516    640
 *    +--------+------+------+------+--------+------+------+------+-----------------+------+
 *    | parked |      | bell |      | parked |      | bell |      | accumulate lock |      |
 *    +--------+------+------+------+--------+------+------+------+-----------------+------+
 *      of the waits                  of the helper thread
 * </pre>
 */
final class RankWords {
  /** Where the bell of the rank's waits begins. */
  static final long WAITS = 0;

  /** Where the bell of the rank's helper thread begins. */
  static final long HELPER = 256;

  /** int, from where a bell begins: how many sleep there or are about to. */
  static final long PARKED = 0;

  /** int, from where a bell begins: counts the rings; the word that the kernel's futex watches. */
  static final long BELL = 128;

  /** int: 0, or 1 while someone accumulates into the rank's memory. */
  static final long ACCUMULATE_LOCK = 512;

  /** Size of the whole, in bytes. */
  static final long SIZE_BYTES = 640;

  private RankWords() {}
}
