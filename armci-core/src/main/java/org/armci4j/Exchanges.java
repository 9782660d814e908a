package org.armci4j;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.waiting.Waiter;

/** Exchanges of small values through the bootstrap, which waits in its own way. */
final class Exchanges {
  private final Bootstrap bootstrap;
  private final Waiter waiter;
  private final BooleanSupplier ownWork;
  private final long timeoutNanos;

  /**
   * @param ownWork does what the calling thread alone can, and tells whether more is to come
   * @param timeoutNanos the longest wait for the other members
   */
  Exchanges(Bootstrap bootstrap, Waiter waiter, BooleanSupplier ownWork, long timeoutNanos) {
    this.bootstrap = bootstrap;
    this.waiter = waiter;
    this.ownWork = ownWork;
    this.timeoutNanos = timeoutNanos;
  }

  /** Gives a value and takes everyone's; see {@link Bootstrap#exchange}. */
  List<byte[]> exchange(String key, int[] members, byte[] mine) {
    return ownWork.getAsBoolean()
        ? exchangeBesideOwnWork(key, members, mine)
        : exchangeAlone(key, members, mine);
  }

  private List<byte[]> exchangeAlone(String key, int[] members, byte[] mine) {
    return bootstrap.exchange(key, members, mine, timeoutNanos);
  }

  /**
   * The others may come only when this thread has moved on what they wait for, so another one waits
   * in the bootstrap meanwhile.
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
