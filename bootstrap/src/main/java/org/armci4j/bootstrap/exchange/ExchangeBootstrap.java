package org.armci4j.bootstrap.exchange;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.ExchangeArguments;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.FailureSignal;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.Mailbox;
import org.armci4j.bootstrap.MessageListener;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.text.Text;

/**
 * Implements the parts of a bootstrap that all meeting places share: waiting for exchanges,
 * receiving messages, and knowing of the failure.
 */
public abstract class ExchangeBootstrap implements Bootstrap {
  /** How long the meeting place may take to say what has become of an exchange. */
  private static final long REPLY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final int rank;
  private final int size;
  private final FailureSignal failure;
  private final PendingExchanges exchanges = new PendingExchanges();
  private final WaitBoard waits;

  /** Messages to this rank. */
  protected final Mailbox mailbox = new Mailbox();

  /** Makes the bootstrap of one rank of a job of {@code size}. */
  protected ExchangeBootstrap(int rank, int size) {
    this.rank = rank;
    this.size = size;
    this.failure = new FailureSignal(rank);
    this.waits = new WaitBoard(rank);
  }

  /**
   * Brings this rank's value to the meeting place, which then answers {@code pending}.
   *
   * @param survey whether the exchange is complete without members that are lost or have left
   */
  protected abstract void contribute(
      String key, boolean survey, int[] members, byte[] mine, PendingExchange pending);

  /** Delivers a message to rank {@code to}. */
  protected abstract void deliver(int to, byte[] message);

  /** Makes the exchange fail for all its members, this one included, as this rank stops waiting. */
  protected abstract void giveUp(String key, String why);

  /**
   * Asks whether other ranks still come to the exchange, as this rank's time is over. The exchange
   * fails for all its members if no rank has come since this rank last asked.
   */
  protected abstract void overdue(String key, String why);

  /** Tells the meeting place that this rank will not come to an exchange of a folder. */
  protected abstract void sendRefusal(String folder, String reason);

  /** Tells the other ranks, if they can be told, that this rank has left. */
  protected abstract void leave();

  @Override
  public final int rank() {
    return rank;
  }

  @Override
  public final int size() {
    return size;
  }

  @Override
  public final List<byte[]> exchange(String key, int[] members, byte[] mine, long timeoutNanos) {
    return meet(key, false, members, mine, timeoutNanos);
  }

  @Override
  public final List<byte[]> survey(String key, int[] members, byte[] mine, long timeoutNanos) {
    return meet(key, true, members, mine, timeoutNanos);
  }

  private List<byte[]> meet(
      String key, boolean survey, int[] members, byte[] mine, long timeoutNanos) {
    ExchangeArguments.check(key, members, rank, size);
    PendingExchange pending = exchanges.expect(key, rank);
    try {
      if (!pending.isAnswered()) {
        contribute(key, survey, members.clone(), mine.clone(), pending);
        await(key, pending, timeoutNanos);
      }
      // A loss arrives before the end of the exchanges that it ends.
      return pending.get(survey ? null : failure.lost().among(members));
    } finally {
      exchanges.forget(pending);
    }
  }

  @Override
  public final void refuse(String folder, String reason) {
    ExchangeArguments.checkKey(folder);
    sendRefusal(folder, reason);
  }

  @Override
  public final void send(int to, byte[] message) {
    if (to < 0 || to >= size) {
      throw new IllegalArgumentException(
          Text.format("message of rank %d: %d is no rank of a job of %d", rank, to, size));
    }
    deliver(to, message.clone());
  }

  @Override
  public final void onMessage(MessageListener listener) {
    mailbox.open(listener);
  }

  /**
   * Waits for the answer. When the rank's time is over or its thread is interrupted, tells the
   * meeting place, and then still waits for its answer. The exchange may have completed meanwhile,
   * and all members must see the same result.
   */
  private void await(String key, PendingExchange pending, long timeoutNanos) {
    try (var _ = waits.post(System.nanoTime(), () -> "exchange '" + key + "'")) {
      String why = Text.format("waited %d ms in vain", TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
      while (!pending.await(timeoutNanos)) {
        overdue(key, why);
        if (!pending.awaitWord(REPLY_NANOS)) {
          unanswered(pending, why);
        }
      }
    } catch (InterruptedException e) {
      String why = "was interrupted";
      giveUp(key, why);
      boolean _ = pending.awaitInAnyCase(REPLY_NANOS);
      unanswered(pending, why);
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the wait for an answer that has not come. */
  private static void unanswered(PendingExchange pending, String why) {
    pending.failed(why + ", and the rendezvous does not answer");
  }

  /** Returns the exchange with this number, or null when no thread waits for it any more. */
  protected final PendingExchange pending(long id) {
    return exchanges.find(id);
  }

  /** Notes that the job has failed, and ends all waits of this rank. */
  protected final void failed(Failure seen) {
    failure.raise(seen);
    exchanges.fail(seen);
  }

  /** Notes that the job has lost a rank, and goes on. */
  protected final void lost(Failure seen) {
    failure.lose(seen);
  }

  @Override
  public final LostRanks lost() {
    return failure.lost();
  }

  @Override
  public final void onLoss(Runnable wakeUp) {
    failure.onLoss(wakeUp);
  }

  @Override
  public final Failure failure() {
    return failure.get();
  }

  @Override
  public final void onFailure(Runnable wakeUp) {
    failure.onFailure(wakeUp);
  }

  @Override
  public final WaitBoard waits() {
    return waits;
  }

  @Override
  public final void close() {
    failure.close();
    if (exchanges.close()) {
      leave();
    }
  }
}
