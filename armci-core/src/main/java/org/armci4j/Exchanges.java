package org.armci4j;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.Waiter;

/** Exchanges small values among ranks through the bootstrap, which has waits of its own. */
class Exchanges {
  /** How long the launcher may take to notice that a process has ended. */
  private static final long NEWS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Bootstrap bootstrap;
  private final Waiter waiter;
  private final BooleanSupplier ownWork;
  private final long timeoutNanos;

  /**
   * @param waiter whose waits no lost rank ends: the bootstrap says what a loss ends
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
    return meet(key, () -> bootstrap.exchange(key, members, mine, timeoutNanos));
  }

  /**
   * Sends a value and returns those of the members that are left; see {@link Bootstrap#survey}.
   * Lasts as long as the program's other waits may.
   */
  List<byte[]> survey(String key, int[] members, byte[] mine) {
    long limitNanos = waiter.defaultTimeoutNanos();
    return meet(key, () -> bootstrap.survey(key, members, mine, limitNanos));
  }

  /**
   * Returns whether the job goes on without a rank, or is about to: waits a moment for that news.
   *
   * @throws RankFailedException when the job ends instead
   */
  boolean isLostOrDying(int rank) {
    try {
      awaitLoss(rank, NEWS_NANOS);
      return true;
    } catch (ArmciTimeoutException well) {
      return false;
    }
  }

  /**
   * Waits for the news that a rank is lost, of which another member has heard.
   *
   * @throws RankFailedException when the news comes
   */
  void requireLoss(int rank, String what) {
    awaitLoss(rank, waiter.defaultTimeoutNanos());
    Waiter.requireWell(bootstrap.lost().of(rank), () -> what);
  }

  private void awaitLoss(int rank, long limitNanos) {
    waiter.await(
        () -> bootstrap.lost().of(rank) != null,
        limitNanos,
        () -> Text.format("news of rank %d, whose memory is gone", rank));
  }

  private List<byte[]> meet(String key, Supplier<List<byte[]>> exchange) {
    return ownWork.getAsBoolean() ? meetBesideOwnWork(key, exchange) : exchange.get();
  }

  /**
   * Exchanges on another thread while this thread does its own work: the other members may wait for
   * that work before they come to the exchange.
   */
  private List<byte[]> meetBesideOwnWork(String key, Supplier<List<byte[]>> exchange) {
    CompletableFuture<List<byte[]>> answers =
        CompletableFuture.supplyAsync(exchange, Thread::startVirtualThread);
    waiter.await(answers::isDone, Long.MAX_VALUE, () -> "exchange '" + key + "'");
    try {
      return answers.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
