package org.armci4j;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Tells when nonblocking operations are complete. It is an argument of every nonblocking operation:
 * one that {@link Armci#newHandle} made, for whoever wants to wait for some operations alone, or
 * {@link Armci#implicit}, for whoever waits for all of them.
 *
 * <p>Completion is <em>local</em>: the source of a put may be reused, the data of a get has
 * arrived. That a put is in the target's memory is what {@link #awaitRemote} and {@link
 * Armci#fence} tell.
 *
 * <p>A handle that was made is used by one thread at a time and again as often as wanted:
 * operations add to it until it is waited for, which also empties it. No operation on it allocates,
 * but the first use with more targets than before. The implicit handle is for any thread.
 *
 * <p>Source: ARMCI's {@code armci_hdl_t} with {@code ARMCI_Wait} and {@code ARMCI_Test}, and its
 * implicit handles.
 */
public abstract sealed class Handle
    permits ExplicitHandle, ImplicitHandle, BlockingHandle, OperationHandle {
  final Tickets transfers;

  /** Whose transfers it takes; null for one that stands for an operation of its own. */
  final Tickets takes;

  Handle(Tickets transfers, boolean takesTransfers) {
    this.transfers = transfers;
    this.takes = takesTransfers ? transfers : null;
  }

  /** Adds an operation. */
  abstract void add(int rank, long ticket);

  /** Whether all operations are locally complete. */
  abstract boolean isComplete();

  /** Waits for all operations. */
  abstract void awaitLocal(long timeoutNanos);

  /** Returns when all that this thread sent to this handle's targets is in their memory. */
  abstract void flush();

  /** A handle with the operations that are now under way; those of one that was made leave it. */
  abstract Handle take();

  /**
   * Whether all operations of this handle are locally complete; never waits.
   *
   * @return true when they are, and for a handle without operations
   * @throws ArmciException when the runtime is closed
   */
  public final boolean test() {
    transfers.requireOpen("test");
    return isComplete();
  }

  /**
   * Waits until all operations of this handle are locally complete.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when the runtime is closed
   */
  public final void await() {
    await(transfers.defaultTimeoutNanos());
  }

  /**
   * Waits until all operations of this handle are locally complete, at most for a while.
   *
   * @param timeoutNanos how long, in nanoseconds; after that the handle is as it was
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time is over
   * @throws ArmciException when the runtime is closed
   */
  public final void await(long timeoutNanos) {
    transfers.requireOpen("await");
    awaitLocal(timeoutNanos);
  }

  /**
   * Waits until all operations of this handle are locally complete, and all that this thread sent
   * to their targets is in the memory there. The targets are those of all operations since the last
   * such call, also of operations whose local completion was waited for in between; of the implicit
   * handle they are all ranks.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when the runtime is closed
   */
  public final void awaitRemote() {
    transfers.requireOpen("awaitRemote");
    awaitLocal(transfers.defaultTimeoutNanos());
    flush();
  }

  /**
   * The local completion of the operations of this handle, as a stage that others can build on. A
   * handle that was made is empty afterwards and may be used again. Where operations are under way,
   * a thread is started that waits for them.
   *
   * @return a stage that completes normally when all operations are locally complete, or with the
   *     exception that {@link #await()} would throw
   * @throws ArmciException when the runtime is closed
   */
  public final CompletionStage<Void> toCompletionStage() {
    if (test()) {
      return CompletableFuture.completedStage(null);
    }
    Handle taken = take();
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
}
