package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.ShortWork;

/**
 * Tells when nonblocking operations are complete. It is an argument of every nonblocking operation:
 * one that {@link Armci#newHandle} made, for a caller that wants to wait for some operations alone,
 * or {@link Armci#implicit}, for a caller that waits for all of them.
 *
 * <p>Completion is <em>local</em>: the source of a put may be reused, the data of a get has
 * arrived. That a put is in the target's memory is what {@link #awaitRemote} and {@link
 * Armci#fence} tell.
 *
 * <p>A handle that was made is used by one thread at a time and again as often as wanted:
 * operations add to it until it is waited for, which also empties it. No operation on it allocates,
 * but the first use with more targets than before. The implicit handle is for any thread.
 *
 * <p>The local buffer stays as it is, and its arena open, until the handle is complete or {@link
 * #await()} has thrown. An exception of {@link #await()} ends the operations: when the caller sees
 * it, nothing uses their buffers any more, for which the connection to that rank may have been
 * given up. (One of {@link #await(long)} because the time is over leaves them under way.) Data for
 * memory of a confined arena are written by the arena's own thread alone, when it waits for the
 * handle or tests it; if the arena is closed before, they are dropped. So that thread waits for
 * such a handle; a program that hands it to another thread uses a shared or automatic arena.
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

  /** Adds an operation that fills memory of the caller's. */
  final void add(int rank, long ticket, MemorySegment destination) {
    if (ticket != RemoteBlock.COMPLETE && InPlace.isConfined(destination)) {
      addConfined(rank, ticket);
    }
    add(rank, ticket);
  }

  /** Adds that the data of an operation, which is about to be added, are for confined memory. */
  void addConfined(int rank, long ticket) {}

  /** Whether data are expected that only the thread which waits can write. */
  boolean expectsConfined() {
    return false;
  }

  /** Whether all operations are locally complete. */
  abstract boolean isComplete();

  /** Waits for all operations. */
  abstract void awaitLocal(long timeoutNanos);

  /**
   * A wait has failed: when this returns, nothing uses the operations' buffers any more.
   *
   * @param cause what ended the wait
   */
  abstract void abandon(RuntimeException cause);

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
   * Waits until all operations of this handle are locally complete. When this throws, they are over
   * too: nothing uses their buffers any more.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when the runtime is closed
   */
  public final void await() {
    transfers.requireOpen("await");
    awaitOrAbandon();
  }

  private void awaitOrAbandon() {
    try {
      awaitLocal(transfers.defaultTimeoutNanos());
    } catch (RuntimeException e) {
      endUnlessRefused(e);
      throw e;
    }
  }

  /** A wait that short work is refused has not begun: the operations go on. */
  private void endUnlessRefused(RuntimeException cause) {
    if (!ShortWork.isRunning()) {
      abandon(cause);
    }
  }

  /**
   * Waits until all operations of this handle are locally complete, at most for a while.
   *
   * @param timeoutNanos how long, in nanoseconds; after that the handle is as it was, and its
   *     operations go on in their buffers
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time is over
   * @throws ArmciException when the runtime is closed
   */
  public final void await(long timeoutNanos) {
    transfers.requireOpen("await");
    try {
      awaitLocal(timeoutNanos);
    } catch (ArmciTimeoutException e) {
      throw e;
    } catch (RuntimeException e) {
      endUnlessRefused(e);
      throw e;
    }
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
    awaitOrAbandon();
    flush();
  }

  /**
   * The local completion of the operations of this handle, as a stage that others can build on. A
   * handle that was made is empty afterwards and may be used again. Where operations are under way,
   * a thread is started that waits for them; but data for memory of a confined arena are waited for
   * in this call, as no other thread can write there.
   *
   * @return a stage that completes normally when all operations are locally complete, or with the
   *     exception that {@link #await()} would throw
   * @throws ArmciException when the runtime is closed
   */
  public final CompletionStage<Void> toCompletionStage() {
    transfers.requireOpen("toCompletionStage");
    if (expectsConfined()) {
      return completed();
    }
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
          } catch (Throwable e) { // an Error too is told to those that wait for the stage
            future.completeExceptionally(e);
          }
        };
    Thread.ofPlatform().daemon().name("armci-completion").start(wait);
    return future.minimalCompletionStage();
  }

  private CompletionStage<Void> completed() {
    try {
      await();
      return CompletableFuture.completedStage(null);
    } catch (RuntimeException e) {
      return CompletableFuture.failedStage(e);
    }
  }
}
