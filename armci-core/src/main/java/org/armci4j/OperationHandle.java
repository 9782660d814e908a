package org.armci4j;

import java.util.Objects;
import java.util.function.Supplier;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/**
 * The handle of one operation that a library builds from many, such as a collective. It takes no
 * transfers: a nonblocking call that is given this handle throws.
 *
 * <p>{@link #test} and the waits advance the operation. Its {@code toString} names it in messages.
 * Its completion is final: {@link #awaitRemote} waits for nothing more.
 */
public abstract non-sealed class OperationHandle extends Handle {
  private static final Condition<OperationHandle> IS_OVER = (handle, _, _) -> handle.progress();

  private final Waiter waiter;
  private final Supplier<String> name = this::toString;

  /**
   * Makes a handle for an operation of all ranks.
   *
   * @param armci an open runtime
   * @throws ArmciException when it is closed
   */
  protected OperationHandle(Armci armci) {
    this(Objects.requireNonNull(armci, "armci").world());
  }

  /**
   * Makes a handle for an operation of a group's members.
   *
   * @param group a group of an open runtime
   * @throws ArmciException when the runtime is closed
   */
  protected OperationHandle(Group group) {
    super(Objects.requireNonNull(group, "group").tickets(), false);
    this.waiter = group.operationWaiter();
  }

  /**
   * Advances the operation as far as possible without a wait.
   *
   * @return true when it is complete
   * @throws ArmciException when it has failed
   */
  protected abstract boolean progress();

  /**
   * Returns whether only one thread can advance the operation, as its memory is confined to that
   * thread.
   *
   * @return false unless a subclass says otherwise
   */
  protected boolean isConfined() {
    return false;
  }

  @Override
  final boolean expectsConfined() {
    return isConfined();
  }

  /**
   * Throws when no operation of this job can complete any more.
   *
   * @throws RankFailedException when a rank has failed
   * @throws ArmciException when the runtime is closed
   */
  protected final void requireGoingOn() {
    waiter.requireGoingOn(name);
  }

  @Override
  final void add(int rank, long ticket) {
    throw new IllegalStateException(this + " takes no transfers");
  }

  /**
   * Advances the operation, and ends it if it can never complete. That is so when a rank has
   * failed, or when a connection of this rank has lost data: perhaps a word without a ticket, whose
   * loss no wait for words of other ranks detects.
   */
  @Override
  final boolean isComplete() {
    ShortWork.refuse(name); // before progress, which might be cut off midway at a network operation
    boolean complete = progress();
    if (!complete) {
      requireGoingOnOrGiveUp();
    }
    return complete;
  }

  private void requireGoingOnOrGiveUp() {
    try {
      requireGoingOn();
      tickets.progress();
    } catch (ArmciException e) {
      giveUp(e);
      requireGoingOn(); // else a connection speaks of itself, and not of this operation
      throw e;
    }
  }

  @Override
  final void awaitLocal(long timeoutNanos) {
    ShortWork.refuse(name);
    waiter.await(IS_OVER, this, 0, 0, timeoutNanos, this);
  }

  /**
   * Ends the operation after a failed wait or test: when this returns, nothing uses its buffers any
   * more.
   *
   * @param cause the exception that ended the wait or the test
   */
  protected abstract void giveUp(RuntimeException cause);

  @Override
  final void abandon(RuntimeException cause) {
    giveUp(cause);
  }

  @Override
  final void flush() {}

  @Override
  final Handle take() {
    return this;
  }
}
