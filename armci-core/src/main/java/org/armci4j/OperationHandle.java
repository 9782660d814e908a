package org.armci4j;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/**
 * The handle of one operation that a library above this one makes of many, such as a collective
 * one. It takes no transfers: a call that is given it as its handle refuses.
 *
 * <p>{@link #test} and the waits move the operation on. Its text names it in messages. There is
 * nothing behind its completion that {@link #awaitRemote} could wait for.
 */
public abstract non-sealed class OperationHandle extends Handle {
  private final Waiter waiter;
  private final BooleanSupplier isOver = this::progress;
  private final Supplier<String> name = this::toString;

  /**
   * For an operation of a runtime.
   *
   * @param armci an open runtime
   * @throws ArmciException when it is closed
   */
  protected OperationHandle(Armci armci) {
    super(Objects.requireNonNull(armci, "armci").job().transfers(), false);
    armci.requireOpen("newHandle");
    this.waiter = armci.job().operationWaiter();
  }

  /**
   * Moves the operation on as far as it goes without a wait.
   *
   * @return true when it is complete
   * @throws ArmciException when it has failed
   */
  protected abstract boolean progress();

  /**
   * Refuses when nothing of this job's can go on.
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
   * What a failed rank would have brought about never comes, and neither does what was lost with a
   * connection of this rank's: perhaps a word without a ticket, which waits for others cannot see.
   */
  @Override
  final boolean isComplete() {
    ShortWork.refuse(name); // before it is moved on: it might be cut off at what goes by a network
    boolean complete = progress();
    if (!complete) {
      requireGoingOnOrGiveUp();
    }
    return complete;
  }

  private void requireGoingOnOrGiveUp() {
    try {
      requireGoingOn();
      transfers.progress();
    } catch (ArmciException e) {
      giveUp(e);
      throw e;
    }
  }

  @Override
  final void awaitLocal(long timeoutNanos) {
    ShortWork.refuse(name);
    waiter.await(isOver, timeoutNanos, name);
  }

  /**
   * A wait or a test has failed: when this returns, nothing uses the operation's buffers any more.
   *
   * @param cause what ended the wait or the test
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
