package org.armci4j;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.armci4j.transport.RemoteBlock;

/**
 * Tells when nonblocking operations are complete. Made by {@link Armci#newHandle}, given to {@code
 * nbPut} and {@code nbGet}, and used again as often as wanted: operations add to it until it is
 * waited for, which also empties it.
 *
 * <p>Completion is <em>local</em>: the source of a put may be reused, the data of a get has
 * arrived. That a put is in the target's memory is what {@link Armci#fence} tells.
 *
 * <p>A handle is used by one thread at a time. No operation on it allocates, but the first use with
 * more targets than before.
 *
 * <p>Source: ARMCI's {@code armci_hdl_t} with {@code ARMCI_Wait} and {@code ARMCI_Test}.
 */
public final class Handle {
  private final Tickets transfers;

  /**
   * Targets with operations under way; the latest ticket of each stands for all its earlier ones.
   */
  private int[] ranks = new int[2];

  private long[] tickets = new long[2];
  private int pending;

  Handle(Tickets transfers) {
    this.transfers = transfers;
  }

  /** Adds an operation. */
  void add(int rank, long ticket) {
    if (ticket == RemoteBlock.COMPLETE) {
      return;
    }
    for (int i = 0; i < pending; i++) {
      if (ranks[i] == rank) {
        tickets[i] = ticket;
        return;
      }
    }
    if (pending == ranks.length) {
      ranks = Arrays.copyOf(ranks, 2 * pending);
      tickets = Arrays.copyOf(tickets, 2 * pending);
    }
    ranks[pending] = rank;
    tickets[pending++] = ticket;
  }

  /**
   * Whether all operations of this handle are locally complete; never waits.
   *
   * @return true when they are, and for a handle without operations
   */
  public boolean test() {
    if (pending > 0) {
      transfers.progress();
    }
    while (pending > 0 && transfers.isComplete(ranks[pending - 1], tickets[pending - 1])) {
      pending--;
    }
    return pending == 0;
  }

  /**
   * Waits until all operations of this handle are locally complete, and all that this thread sent
   * to any rank is in its memory.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public void awaitRemote() {
    await();
    transfers.flushAll();
  }

  /**
   * The local completion of the operations of this handle, as a stage that others can build on. The
   * handle is empty afterwards and may be used again. Where operations are under way, a thread is
   * started that waits for them.
   *
   * @return a stage that completes normally when all operations are locally complete, or with the
   *     exception that {@link #await()} would throw
   */
  public CompletionStage<Void> toCompletionStage() {
    if (test()) {
      return CompletableFuture.completedStage(null);
    }
    Handle taken = new Handle(transfers);
    for (int i = 0; i < pending; i++) {
      taken.add(ranks[i], tickets[i]);
    }
    pending = 0;
    CompletableFuture<Void> future = new CompletableFuture<>();
    Runnable wait =
        () -> {
          try {
            taken.await();
            future.complete(null);
          } catch (RuntimeException e) {
            future.completeExceptionally(e);
          }
        };
    Thread.ofPlatform().daemon().name("armci-completion").start(wait);
    return future.minimalCompletionStage();
  }

  /**
   * Waits until all operations of this handle are locally complete.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public void await() {
    await(transfers.defaultTimeoutNanos());
  }

  /**
   * Waits until all operations of this handle are locally complete, at most for a while.
   *
   * @param timeoutNanos how long, in nanoseconds; after that the handle is as it was
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time is over
   */
  public void await(long timeoutNanos) {
    while (pending > 0) {
      transfers.await(ranks[pending - 1], tickets[pending - 1], timeoutNanos);
      pending--;
    }
  }
}
