package org.armci4j.bootstrap.exchange;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.ExchangeArguments;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.FailureSignal;
import org.armci4j.bootstrap.Mailbox;
import org.armci4j.bootstrap.MessageListener;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.text.Text;

/**
 * What is alike for all ranks that meet others, wherever they meet: waiting for exchanges,
 * receiving messages, and knowing of the failure.
 */
public abstract class ExchangeBootstrap implements Bootstrap {
  /** How long the place where ranks meet may take to say what has become of an exchange. */
  private static final long REPLY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final int rank;
  private final int size;
  private final FailureSignal failure;
  private final PendingExchanges exchanges = new PendingExchanges();
  private final WaitBoard waits;

  /** The messages to this rank. */
  protected final Mailbox mailbox = new Mailbox();

  /** One rank of a job of {@code size}. */
  protected ExchangeBootstrap(int rank, int size) {
    this.rank = rank;
    this.size = size;
    this.failure = new FailureSignal(rank);
    this.waits = new WaitBoard(rank);
  }

  /** Brings this rank's value to where the ranks meet, which then tells {@code pending}. */
  protected abstract void contribute(
      String key, int[] members, byte[] mine, PendingExchange pending);

  /** Brings a message to where {@code to} receives it. */
  protected abstract void bring(int to, byte[] message);

  /**
   * Makes the exchange fail for all its members, this one included, as this rank waits no longer.
   */
  protected abstract void giveUp(String key, String why);

  /**
   * Asks whether other ranks still come to the exchange, as this rank has waited as long as it may.
   * If none has come since it asked last the exchange fails for all its members.
   */
  protected abstract void overdue(String key, String why);

  /** Tells where the ranks meet that this rank will not come to an exchange of a folder. */
  protected abstract void sendRefusal(String folder, String reason);

  /** Tells the others, if they can be told, that this rank has left. */
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
    ExchangeArguments.check(key, members, rank, size);
    PendingExchange pending = exchanges.expect(key, rank);
    try {
      if (!pending.isAnswered()) {
        contribute(key, members.clone(), mine.clone(), pending);
        await(key, pending, timeoutNanos);
      }
      return pending.get();
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
    bring(to, message.clone());
  }

  @Override
  public final void onMessage(MessageListener listener) {
    mailbox.open(listener);
  }

  /**
   * Waits for the answer. A rank whose time is over, or whose thread is interrupted, says so, and
   * then learns what became of the exchange: it may have been complete by then, and all members
   * must find the same.
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

  /** The exchange with this number, or null when nobody waits for it any more. */
  protected final PendingExchange pending(long id) {
    return exchanges.find(id);
  }

  /** The job has failed: this rank knows from now on, and all that it waits for ends. */
  protected final void failed(Failure seen) {
    failure.raise(seen);
    exchanges.fail(seen);
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
