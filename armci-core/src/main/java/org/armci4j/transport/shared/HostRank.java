package org.armci4j.transport.shared;

import org.armci4j.bootstrap.Bootstrap;

/**
 * What a rank has of another one of its host beside blocks, or of itself.
 *
 * @param words where it all lies
 * @param waits the bell of its waits
 * @param helper the bell of its helper thread
 * @param accumulateLock the lock of accumulates into its memory
 */
record Peer(
    Mapping words, FutexDoorbell waits, FutexDoorbell helper, AccumulateLock accumulateLock) {
  static Peer of(Mapping words, Futex futex, Bootstrap bootstrap) {
    return new Peer(
        words,
        new FutexDoorbell(words.memory(), RankWords.WAITS, futex),
        new FutexDoorbell(words.memory(), RankWords.HELPER, futex),
        new AccumulateLock(words.memory(), bootstrap));
  }
}
