package org.armci4j.transport.shared;

/**
 * The words that one rank shares with all ranks of its host, beside its blocks: two bells, for its
 * waits and for its helper thread, and a lock. Each word stands on a pair of cache lines of its own
 * (adjacent lines are fetched together). Senders read a {@code parked} word at every signal, so
 * that word must stay in their caches while the other words change.
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
  /** Offset of the bell of the rank's waits. */
  static final long WAITS = 0;

  /** Offset of the bell of the rank's helper thread. */
  static final long HELPER = 256;

  /** Offset in a bell of an int: how many threads sleep there or are about to. */
  static final long PARKED = 0;

  /** Offset in a bell of an int that counts the rings; the kernel's futex watches this word. */
  static final long BELL = 128;

  /** Offset of an int: the rank + 1 that accumulates into this rank's memory, or 0. */
  static final long ACCUMULATE_LOCK = 512;

  /** Size of all words, in bytes. */
  static final long SIZE_BYTES = 640;

  private RankWords() {}
}
