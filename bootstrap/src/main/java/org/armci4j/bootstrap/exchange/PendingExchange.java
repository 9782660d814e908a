package org.armci4j.bootstrap.exchange;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;

/** One exchange, as the waiting rank sees it. The first answer counts. */
public final class PendingExchange implements ExchangeTable.Listener {
  private final long id;
  private final String what;
  private final CountDownLatch said = new CountDownLatch(1);

  /** A permit for each word from the meeting place, the answer included. */
  private final Semaphore words = new Semaphore(0);

  // Written under the lock before the latch is counted down, read after waiting for the latch.
  private List<byte[]> parts;
  private String reason;
  private Failure failure;

  /** Makes the pending exchange {@code key} of the rank numbered {@code rank}. */
  PendingExchange(long id, String key, int rank) {
    this.id = id;
    this.what = "exchange '" + key + "' of rank " + rank;
  }

  /** Returns the exchange's number among those of its rank; numbers are never used again. */
  public long id() {
    return id;
  }

  @Override
  public void completed(List<byte[]> all) {
    say(all, null, null);
  }

  @Override
  public void failed(String why) {
    say(null, why, null);
  }

  @Override
  public void waitExtended() {
    words.release();
  }

  /** Ends this exchange with the job's failure. */
  void failed(Failure seen) {
    say(null, null, seen);
  }

  private synchronized void say(List<byte[]> all, String why, Failure seen) {
    if (said.getCount() > 0) {
      parts = all;
      reason = why;
      failure = seen;
      said.countDown();
      words.release();
    }
  }

  /** Returns whether the answer is there. */
  boolean isAnswered() {
    return said.getCount() == 0;
  }

  /**
   * Waits for the answer at most {@code nanos} nanoseconds.
   *
   * @return whether the answer is there
   */
  boolean await(long nanos) throws InterruptedException {
    return said.await(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Waits at most {@code nanos} nanoseconds for the answer, or for the word that other ranks still
   * come.
   *
   * @return whether either is there
   */
  boolean awaitWord(long nanos) throws InterruptedException {
    return words.tryAcquire(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Waits for the answer at most {@code nanos} nanoseconds, even in an interrupted thread.
   *
   * @return whether the thread was interrupted meanwhile; its interrupt status is then cleared
   */
  boolean awaitInAnyCase(long nanos) {
    long start = System.nanoTime();
    boolean interrupted = false;
    while (true) {
      try {
        said.await(nanos - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
        return interrupted;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
  }

  /**
   * Returns the values, once the answer is there.
   *
   * @param lost why a member of the exchange is lost, or null; the cause where the exchange failed
   * @throws BootstrapException when the exchange failed
   */
  List<byte[]> get(Failure lost) {
    if (failure != null) {
      throw new BootstrapException(what + " ended", failure);
    }
    if (reason != null && lost != null) {
      boolean byLoss = reason.equals(lost.toString());
      String how = byLoss ? " ended" : " failed: " + reason + "; a member is lost as well";
      throw new BootstrapException(what + how, lost);
    }
    if (reason != null) {
      throw new BootstrapException(what + " failed: " + reason);
    }
    return parts;
  }
}
