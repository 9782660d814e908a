package org.armci4j.transport.shared;

import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.waiting.Waiter;

/**
 * Shared state of one rank of this host, or of this rank itself, beside its blocks.
 *
 * @param words the memory that holds all of it
 * @param waits the bell of its waits
 * @param helper the bell of its helper thread
 * @param accumulateLock the lock of accumulates into its memory
 */
record HostRank(
    Mapping words, FutexDoorbell waits, FutexDoorbell helper, AccumulateLock accumulateLock) {
  static HostRank of(Mapping words, Futex futex, Waiter lockWaiter, Bootstrap bootstrap) {
    return new HostRank(
        words,
        new FutexDoorbell(words.memory(), RankWords.WAITS, futex),
        new FutexDoorbell(words.memory(), RankWords.HELPER, futex),
        new AccumulateLock(words.memory(), lockWaiter, bootstrap.lost(), bootstrap.rank()));
  }
}
