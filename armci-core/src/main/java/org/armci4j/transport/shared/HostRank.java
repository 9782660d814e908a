package org.armci4j.transport.shared;

import org.armci4j.waiting.Waiter;

/**
 * What a rank has of another one of its host beside blocks, or of itself.
 *
 * @param words where it all lies
 * @param waits the bell of its waits
 * @param helper the bell of its helper thread
 * @param accumulateLock the lock of accumulates into its memory
 */
record HostRank(
    Mapping words, FutexDoorbell waits, FutexDoorbell helper, AccumulateLock accumulateLock) {
  static HostRank of(Mapping words, Futex futex, Waiter lockWaiter) {
    return new HostRank(
        words,
        new FutexDoorbell(words.memory(), RankWords.WAITS, futex),
        new FutexDoorbell(words.memory(), RankWords.HELPER, futex),
        new AccumulateLock(words.memory(), lockWaiter));
  }
}
