package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.ShortWork;

/**
 * Tracks the completion of nonblocking operations. Every nonblocking operation takes a handle:
 * {@link Armci#newHandle} makes one for a caller that waits for particular operations, and {@link
 * Armci#implicit} serves a caller that waits for all of them.
 *
 * <p>Completion is <em>local</em>: the source of a put may be reused, the data of a get has
 * arrived. {@link #awaitRemote} and {@link Armci#fence} wait until a put is in the target's memory.
 *
 * <p>A handle from {@link Armci#newHandle} is used by one thread at a time, any number of times.
 * Operations are added to it until a wait empties it. Only the first use with more targets than
 * before allocates. Any thread may use the implicit handle.
 *
 * <p>The local buffer must not change, and its arena must stay open, until the handle is complete
 * or {@link #await()} has thrown. An exception of {@link #await()} ends the operations: nothing
 * uses their buffers any more, even if the connection to that rank had to be given up. A time-out
 * of {@link #await(long)} leaves them under way.
 *
 * <p>Only the owner thread of a confined arena can write data to its memory. It does so when it
 * waits for the handle or tests it; if the arena is closed before, the data is dropped. So the
 * owner thread must wait for such a handle. A program that waits on another thread uses a shared or
 * automatic arena.
 *
 * <p>Source: ARMCI's {@code armci_hdl_t} with {@code ARMCI_Wait} and {@code ARMCI_Test}, and its
 * implicit handles.
 */
public abstract sealed class Handle
    permits ExplicitHandle, ImplicitHandle, BlockingHandle, OperationHandle {
  final Tickets tickets;

  /**
   * Tickets of the runtime whose transfers this handle takes; null for an {@link OperationHandle}.
   */
  final Tickets takes;

  Handle(Tickets tickets, boolean takesTransfers) {
    this.tickets = tickets;
    this.takes = takesTransfers ? tickets : null;
  }

  /** Adds an operation. */
  abstract void add(int rank, long ticket);

  /** Adds an operation that delivers data to a local buffer. */
  final void add(int rank, long ticket, MemorySegment destination) {
    if (ticket != RemoteBlock.COMPLETE && InPlace.isConfined(destination)) {
      addConfined(rank, ticket);
    }
    add(rank, ticket);
  }

  /**
   * Notes that an operation delivers data to confined memory; called before the operation is added.
   */
  void addConfined(int rank, long ticket) {}

  /** Returns whether an operation under way needs a thread to which memory is confined. */
  boolean expectsConfined() {
    return false;
  }

  /** Returns whether all operations are locally complete. */
  abstract boolean isComplete();

  /** Waits for all operations. */
  abstract void awaitLocal(long timeoutNanos);

  /**
   * Ends the operations after a failed wait: when this returns, nothing uses their buffers any
   * more.
   *
   * @param cause the exception that ended the wait
   */
  abstract void abandon(RuntimeException cause);

  /** Waits until all data that this thread has sent to this handle's targets is in their memory. */
  abstract void flush();

  /** Returns a handle with the operations under way. An explicit handle is empty afterwards. */
  abstract Handle take();

  /**
   * Returns whether all operations of this handle are locally complete. Never waits.
   *
   * @return true when they are, and for a handle without operations
   * @throws ArmciException when the runtime is closed
   */
  public final boolean test() {
    tickets.requireOpen("test");
    return isComplete();
  }

  /**
   * Waits until all operations of this handle are locally complete. An exception ends the
   * operations too: nothing uses their buffers any more.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when the runtime is closed
   */
  public final void await() {
    tickets.requireOpen("await");
    awaitOrAbandon();
  }

  private void awaitOrAbandon() {
    try {
      awaitLocal(tickets.defaultTimeoutNanos());
    } catch (RuntimeException e) {
      endUnlessRefused(e);
      throw e;
    }
  }

  /**
   * Ends the operations, unless the wait was only refused to {@link ShortWork}: then they go on.
   */
  private void endUnlessRefused(RuntimeException cause) {
    if (!ShortWork.isRunning()) {
      abandon(cause);
    }
  }

  /**
   * Waits, at most for a given time, until all operations of this handle are locally complete.
   *
   * @param timeoutNanos longest wait, in nanoseconds; after that the handle keeps its operations,
   *     which go on using their buffers
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time has passed
   * @throws ArmciException when the runtime is closed
   */
  public final void await(long timeoutNanos) {
    tickets.requireOpen("await");
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
   * Waits until all operations of this handle are locally complete, and all data that this thread
   * sent to their targets is in the targets' memory. The targets are those of all operations since
   * the last call of this method, including operations already waited for. For the implicit handle
   * they are all ranks.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when the runtime is closed
   */
  public final void awaitRemote() {
    tickets.requireOpen("awaitRemote");
    awaitOrAbandon();
    flush();
  }

  /**
   * Returns the local completion of this handle's operations as a completion stage. A handle from
   * {@link Armci#newHandle} is empty afterwards and may be used again. If operations are under way,
   * a virtual thread waits for them and completes the stage. So an action that depends on the stage
   * may wait, too. Operations on memory of a confined arena are waited for in this call, as no
   * other thread can move their data.
   *
   * @return a stage that completes normally when all operations are locally complete, or with the
   *     exception that {@link #await()} would throw
   * @throws ArmciException when the runtime is closed
   */
  public final CompletionStage<Void> toCompletionStage() {
    return toCompletionStage(Runnable::run);
  }

  /**
   * Returns the local completion of this handle's operations as {@link #toCompletionStage()} does,
   * but completes the stage by an executor. If nothing is under way, the stage is complete when
   * this returns.
   *
   * @param executor runs the completion, and the actions that depend on the stage and name no
   *     executor; if it refuses, the stage completes with its exception
   * @return a stage that completes normally when all operations are locally complete, or with the
   *     exception that {@link #await()} would throw
   * @throws ArmciException when the runtime is closed
   */
  public final CompletionStage<Void> toCompletionStage(Executor executor) {
    Objects.requireNonNull(executor, "executor");
    tickets.requireOpen("toCompletionStage");
    if (expectsConfined()) {
      return completed();
    }
    if (test()) {
      return CompletableFuture.completedStage(null);
    }
    Handle taken = take();
    CompletableFuture<Void> future = new CompletableFuture<>();
    Thread.ofVirtual().name("armci-completion").start(() -> complete(future, taken, executor));
    return future.minimalCompletionStage();
  }

  private static void complete(CompletableFuture<Void> future, Handle taken, Executor executor) {
    Runnable completion;
    try {
      taken.await();
      completion = () -> future.complete(null);
    } catch (Throwable e) { // dependents of the stage must see an Error too
      completion = () -> future.completeExceptionally(e);
    }
    try {
      executor.execute(completion);
    } catch (Throwable refused) { // else the stage would never complete
      future.completeExceptionally(refused);
    }
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
