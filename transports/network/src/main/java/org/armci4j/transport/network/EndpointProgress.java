package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.OpenCondition;
import org.armci4j.waiting.Waiter;

/**
 * The progress of one endpoint's operations: which are complete, and why the others never will be.
 * The number of an operation is its ticket. The origin notes which operations it starts, under a
 * lock of its own. The thread that handles completions notes which have ended, one thread at a
 * time. Any thread reads and waits.
 *
 * <p>A network need not report every completion. It names the operations whose completion it will
 * report; no completion is overdue before the next one of these is.
 */
public final class EndpointProgress implements BounceBuffers.User {
  private static final VarHandle STARTED;
  private static final VarHandle COMPLETE;
  private static final VarHandle LAST_REPORTED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STARTED = lookup.findVarHandle(EndpointProgress.class, "started", long.class);
      COMPLETE = lookup.findVarHandle(EndpointProgress.class, "complete", long.class);
      LAST_REPORTED = lookup.findVarHandle(EndpointProgress.class, "lastReported", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int origin;
  private final int rank;
  private final String where;
  private final Waiter waiter;
  private final EndpointFailure failure;
  private final LongFunction<String> describer;
  private final PendingCopies copies;
  private final NetworkConnection connection;

  /** Transfers for which tickets wait besides the endpoint's own operations; null without any. */
  private volatile Beside beside;

  private final OpenCondition<String> isComplete = new Wait(this::isComplete);
  private final OpenCondition<String> isOver = new Wait(this::isOver);
  private final OpenCondition<String> isCarriedOut = new Wait(this::isCarriedOut);
  private final OpenCondition<String> isOverBeside = new Wait(this::isOverBeside);

  /** Name of the other side; the network may learn its host when it connects. */
  private volatile String peer;

  /** Number of the latest operation that was started. */
  private volatile long started;

  /** Number up to which all operations are complete. */
  private volatile long complete;

  /** Number of the latest operation whose completion the network will report. */
  private volatile long lastReported;

  /** True while this rank ends the connection: the network may still use buffers. */
  private volatile boolean ending;

  /** True once the connection has been ended, with all that went beside the operations. */
  private volatile boolean ended;

  private final SilenceTimer silence = new SilenceTimer();

  /** A wait for operations of this endpoint, up to one of a number. */
  private final class Wait implements OpenCondition<String> {
    private final LongPredicate isEnded;

    Wait(LongPredicate isEnded) {
      this.isEnded = isEnded;
    }

    @Override
    public boolean holds(String operation, long unused, long number) {
      return isEnded.test(number);
    }

    @Override
    public boolean isOrdered() {
      return true;
    }

    @Override
    public String describe(Object operation, long first, long second) {
      return Text.format("%s, %s through %s", operation, peer, where);
    }
  }

  /**
   * Creates the progress of an endpoint without operations.
   *
   * @param origin this rank
   * @param rank the other side
   * @param where the network's name of the path to the other side, for messages
   * @param failures learns of the endpoint's failure
   * @param waiter a waiter whose looks handle completions
   * @param describer describes an operation by its number, while it is under way
   * @param copies copies to make before an operation is complete
   * @param connection closed when this rank ends it
   */
  public EndpointProgress(
      int origin,
      int rank,
      String where,
      NetworkFailure failures,
      Waiter waiter,
      LongFunction<String> describer,
      PendingCopies copies,
      NetworkConnection connection) {
    this.origin = origin;
    this.rank = rank;
    this.peer = "rank " + rank;
    this.where = where;
    this.waiter = waiter;
    this.failure = new EndpointFailure(rank, failures, waiter);
    this.describer = describer;
    this.copies = copies;
    this.connection = connection;
  }

  /** Sets the name of the other side's host, for messages. */
  public void setHost(String name) {
    peer = Text.format("rank %d on host %s", rank, name);
  }

  /** Returns the network's name of the path to the other side, as messages have it. */
  public String where() {
    return where;
  }

  /** Adds transfers beside those already added. */
  public synchronized void addBeside(Beside transfers) {
    Beside others = beside;
    beside = others == null ? transfers : new BesideBoth(others, transfers);
  }

  /** Returns the number of the latest operation that was started. */
  public long started() {
    return started;
  }

  /** Returns the number up to which all of the endpoint's own operations are complete. */
  public long complete() {
    return complete;
  }

  /** Returns whether the endpoint has failed. */
  public boolean hasFailed() {
    return failure.hasCome();
  }

  /**
   * Throws if the endpoint has failed. Where the job goes on without failed ranks, it throws only
   * when the other side is known to have failed, and not while it is suspected.
   */
  public void check() {
    failure.check();
  }

  /**
   * Returns whether an operation is complete; throws when it never will be. When this returns true,
   * data that have arrived for memory of this thread's confined arenas are in place.
   */
  public boolean isComplete(long number) {
    if (isDone(number)) {
      copies.place();
      return true;
    }
    check();
    return false;
  }

  private boolean isDone(long number) {
    Beside others = beside;
    return others == null ? complete >= number : others.isOver(number) && isCompleteSoFar(number);
  }

  /**
   * Returns whether the endpoint's own operations are complete up to a ticket. A transfer beside
   * them has the number of the next operation, which need not exist. Then the earlier operations
   * suffice. The latest of them whose completion is reported stands for all that somebody may wait
   * for.
   */
  private boolean isCompleteSoFar(long number) {
    long done = complete;
    return done >= number || done >= lastReported;
  }

  /** Returns whether an operation is complete, whatever is under way beside it. */
  private boolean isCarriedOut(long number) {
    if (complete >= number) {
      return true;
    }
    check();
    return false;
  }

  private boolean isOverBeside(long ticket) {
    Beside others = beside;
    if (others == null || others.isOver(ticket)) {
      return true;
    }
    check();
    return false;
  }

  /**
   * Writes to memory of the caller of an operation that is not yet complete. Where the memory is
   * confined to another thread, that thread writes when it asks for its operations.
   *
   * @param target the caller's memory
   * @param write writes to that memory
   */
  public void place(MemorySegment target, Runnable write) {
    copies.place(target, write);
  }

  /**
   * Returns whether the network uses no memory for transfers beside the endpoint's own operations:
   * none is under way, or they have been ended.
   */
  public boolean isAlone() {
    Beside others = beside;
    return others == null || others.isIdle() || ended;
  }

  /**
   * Waits until the transfers that are under way now beside the endpoint's own operations are over.
   * Waits for no later ones: other threads may start one after the other without an end.
   */
  public void awaitBeside() {
    long ticket = started() + 1; // the latest that a transfer under way can have
    if (!isOverBeside(ticket)) {
      waiter.await(isOverBeside, "", 0, ticket, waiter.defaultTimeoutNanos(), "transfers of lists");
    }
  }

  /**
   * Waits until an operation of the endpoint's own is complete. For a thread that holds a lock
   * which transfers beside it need.
   *
   * @param number ticket of the operation
   * @param operation names the wait in messages
   */
  public void awaitCarriedOut(long number, String operation) {
    waiter.await(isCarriedOut, operation, 0, number, waiter.defaultTimeoutNanos(), operation);
  }

  /** Returns whether the network no longer uses an operation's buffers. */
  @Override
  public boolean isOver(long number) {
    return complete >= number || (hasFailed() && !ending && connection.isClosed());
  }

  /**
   * Waits until an operation is complete.
   *
   * @param number ticket of the operation
   * @param operation names the wait in messages
   */
  public void await(long number, String operation) {
    waiter.await(isComplete, operation, 0, number, waiter.defaultTimeoutNanos(), operation);
  }

  /**
   * Waits until an operation is complete that writes to memory which others use next. If the wait
   * throws, the operation is {@link #abandon abandoned}.
   *
   * @param number ticket of the operation
   * @param operation names the wait in messages
   */
  public void awaitOrAbandon(long number, String operation) {
    try {
      await(number, operation);
    } catch (RuntimeException e) {
      abandon(number);
      throw e;
    }
  }

  /**
   * Ends the use of an operation's memory, which may end as nobody waits for the operation any
   * more. When this returns, the network does not use the memory: either the operation is complete,
   * or the connection has been ended. The latter fails all operations under way there.
   *
   * @param number ticket of the operation
   */
  public void abandon(long number) {
    if (isDone(number)) {
      return;
    }
    ending = true;
    if (!hasFailed()) {
      failure.keep(
          lost(
              Text.format(
                  "rank %d ended it, as a wait had failed and %s could still use its memory",
                  origin, describer.apply(number))),
          true);
    }
    end();
  }

  /**
   * Ends the connection, with all that is under way there. Fails the endpoint as {@link #fail}
   * does. When this returns, the network uses no memory for the endpoint. For a thread that holds
   * none of the network's locks.
   *
   * @param reason the second half of a sentence on the connection
   */
  public void end(String reason) {
    ending = true;
    fail(reason);
    end();
  }

  private void end() {
    try {
      connection.close();
      Beside others = beside;
      if (others != null) {
        others.end();
      }
      ended = true;
    } finally {
      ending = false;
    }
  }

  @Override
  public void awaitOver(long number) {
    waiter.await(isOver, "", 0, number, waiter.defaultTimeoutNanos(), "a transfer");
  }

  /**
   * Waits for a condition that completions on this endpoint bring about.
   *
   * @param condition checked by this thread
   * @param subject the object to look at
   * @param first first number of the wait
   * @param second second number of the wait
   * @param name its text names the wait in messages
   * @param <S> type of the subject
   */
  public <S> void await(Condition<S> condition, S subject, long first, long second, Object name) {
    waiter.await(condition, subject, first, second, waiter.defaultTimeoutNanos(), name);
  }

  /**
   * Notes operations as started, before the network knows of them. So no completion comes
   * unexpectedly. The release orders the data that the completion's handler needs before it.
   *
   * @param last number of the latest operation
   * @param lastTold number of the latest operation whose completion the network will report
   */
  public void start(long last, long lastTold) {
    LAST_REPORTED.setRelease(this, lastTold);
    STARTED.setRelease(this, last);
  }

  /**
   * Notes operations as complete. Tickets of one target complete in their order, so a network whose
   * completions come in another order reports those behind a gap later.
   *
   * @param number number of the latest complete operation
   */
  public void completeUpTo(long number) {
    COMPLETE.setRelease(this, number);
  }

  /**
   * Fails the endpoint, as its connection has failed: no further operation will complete. Keeps the
   * first reason. Where the job goes on, the other side is a suspect from then on.
   *
   * @param reason the operation that failed, and why
   */
  public void fail(String reason) {
    fail(reason, false);
  }

  /**
   * Fails the endpoint though both ranks are well, as one of them has ended the connection or
   * refused a request. Keeps the first reason, which users of the endpoint learn at once.
   *
   * @param reason the operation that failed, and why
   */
  public void failWithoutSuspect(String reason) {
    fail(reason, true);
  }

  private void fail(String reason, boolean areWell) {
    if (!hasFailed()) {
      failure.come(lost(reason), areWell);
    }
  }

  private ArmciException lost(String reason) {
    return new ArmciException(
        Text.format(
            "rank %d lost its connection to %s through %s: %s", origin, peer, where, reason));
  }

  /** Returns whether the endpoint has failed though both ranks are well. */
  public boolean hasFailedWithoutSuspect() {
    return failure.isWithoutSuspect();
  }

  /**
   * Checks whether any operation has completed since the previous look. Fails the endpoint when
   * completions have been due for too long: a network ends every operation, in error if need be,
   * but may itself be at fault.
   */
  void look(long elapsedNanos, long limitNanos, String limitName) {
    long done = complete;
    boolean due = lastReported > done && !hasFailed();
    if (silence.look(done, due, elapsedNanos) > limitNanos) {
      fail(
          Text.format(
              "%s did not end within %,d ms (%s), nor did the device tell why",
              describer.apply(done + 1), limitNanos / 1_000_000, limitName));
    }
  }

  /** Describes the operations under way, or the failure; empty without either. */
  public String underWay() {
    long last = started;
    long done = complete;
    if (hasFailed()) {
      return failure.message();
    }
    Beside others = beside;
    if (last == done && others != null && !others.isIdle()) {
      return others.describe();
    }
    return last == done
        ? ""
        : Text.format(
            "%d requests to %s through %s are not complete; the oldest is a %s",
            last - done, peer, where, describer.apply(done + 1));
  }
}
