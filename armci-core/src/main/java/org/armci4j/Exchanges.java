package org.armci4j;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.waiting.Waiter;

/** Exchanges small values among ranks through the bootstrap, which has waits of its own. */
class Exchanges {
  private final Bootstrap bootstrap;
  private final Waiter waiter;
  private final BooleanSupplier ownWork;
  private final long timeoutNanos;

  /**
   * @param ownWork advances operations that only the calling thread can advance; returns whether
   *     more such work is to come
   * @param timeoutNanos the longest wait for the other members
   */
  Exchanges(Bootstrap bootstrap, Waiter waiter, BooleanSupplier ownWork, long timeoutNanos) {
    this.bootstrap = bootstrap;
    this.waiter = waiter;
    this.ownWork = ownWork;
    this.timeoutNanos = timeoutNanos;
  }

  /** Sends a value and returns those of all members; see {@link Bootstrap#exchange}. */
  List<byte[]> exchange(String key, int[] members, byte[] mine) {
    return ownWork.getAsBoolean()
        ? exchangeBesideOwnWork(key, members, mine)
        : exchangeAlone(key, members, mine);
  }

  private List<byte[]> exchangeAlone(String key, int[] members, byte[] mine) {
    return bootstrap.exchange(key, members, mine, timeoutNanos);
  }

  /**
   * Exchanges on another thread while this thread does its own work: the other members may wait for
   * that work before they come to the exchange.
   */
  private List<byte[]> exchangeBesideOwnWork(String key, int[] members, byte[] mine) {
    CompletableFuture<List<byte[]>> answers =
        CompletableFuture.supplyAsync(
            () -> exchangeAlone(key, members, mine), Thread::startVirtualThread);
    waiter.await(answers::isDone, Long.MAX_VALUE, () -> "exchange '" + key + "'");
    try {
      return answers.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
