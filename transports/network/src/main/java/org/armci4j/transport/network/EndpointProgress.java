package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongFunction;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.OpenCondition;
import org.armci4j.waiting.Waiter;

/**
 * How far the operations of one endpoint have come: which are complete, and why the rest never will
 * be. The number of an operation is its ticket; {@link CompletionWindow} says what changes when,
 * and by which thread. Any thread waits here.
 *
 * <p>A network that does not tell of each completion says of which operation it will: nothing is
 * missed before that one is due.
 */
public final class EndpointProgress {
  private static final long NOTHING_DUE = -1;
  private static final VarHandle TOLD;

  static {
    try {
      TOLD = MethodHandles.lookup().findVarHandle(EndpointProgress.class, "told", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int origin;
  private final int rank;
  private final String where;
  private final Waiter waiter;
  private final NetworkFailure failures;
  private final LongFunction<String> describer;
  private final CompletionWindow window;
  private final PendingCopies copies;
  private final Runnable end;

  /** What else tickets wait for; null while nothing does. */
  private volatile Beside beside;

  private final OpenCondition<String> complete =
      new Wait() {
        @Override
        public boolean holds(String operation, long unused, long number) {
          return isComplete(number);
        }
      };
  private final OpenCondition<String> over =
      new Wait() {
        @Override
        public boolean holds(String operation, long unused, long number) {
          return isOver(number);
        }
      };

  private final OpenCondition<String> carriedOut =
      new Wait() {
        @Override
        public boolean holds(String operation, long unused, long number) {
          return isCarriedOut(number);
        }
      };
  private final OpenCondition<String> idle =
      new Wait() {
        @Override
        public boolean holds(String operation, long unused, long number) {
          return isIdleBeside();
        }
      };

  /**
   * Transfers that the endpoint takes part in, but does not end by itself. Each has a ticket among
   * those of the endpoint's operations, and completes neither before earlier tickets nor behind
   * later ones.
   */
  public interface Beside {
    /** Whether all of them are over that a ticket stands for. */
    boolean isOver(long ticket);

    /** Whether none is under way. */
    boolean isIdle();

    /** Ends all: when this returns, the network uses no memory of this rank's for them. */
    void end();

    /** Those under way, in words. */
    String describe();
  }

  /** The other side in words; the network may learn its host when it connects. */
  private volatile String peer;

  /** The latest operation of which a completion will tell. */
  private volatile long told;

  private volatile ArmciException failure;

  /** Whether this rank ended it, rather than the network. */
  private volatile boolean abandoned;

  /** Whether that is under way: the network may still use buffers. */
  private volatile boolean ending;

  /** What the latest look saw, and for how long nothing had ended then; for the one that looks. */
  private long completeAtLook = NOTHING_DUE;

  private long silentNanos;

  /** A wait for operations of this endpoint, up to one of a number. */
  private abstract class Wait implements OpenCondition<String> {
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
   * Nothing has been started yet.
   *
   * @param origin this rank
   * @param rank the other side
   * @param where the network's name for the way to it, for messages
   * @param depth operations that may be under way at once, a power of two
   * @param failures learns of the endpoint's failure
   * @param waiter whose looks handle completions
   * @param describer the operation of a number in words, while it is under way
   * @param copies what is copied before an operation is complete
   * @param end ends the connection: when it returns, the network uses no memory of this rank's for
   *     operations that were started here. Called by any thread that holds none of the network's
   *     locks, more than once
   */
  public EndpointProgress(
      int origin,
      int rank,
      String where,
      int depth,
      NetworkFailure failures,
      Waiter waiter,
      LongFunction<String> describer,
      PendingCopies copies,
      Runnable end) {
    this.origin = origin;
    this.rank = rank;
    this.peer = "rank " + rank;
    this.where = where;
    this.waiter = waiter;
    this.failures = failures;
    this.describer = describer;
    this.window = new CompletionWindow(depth);
    this.copies = copies;
    this.end = end;
  }

  /** Names the other side's host, for messages. */
  public void setHost(String name) {
    peer = Text.format("rank %d on host %s", rank, name);
  }

  /** Returns the network's name for the way to the other side, as messages have it. */
  public String where() {
    return where;
  }

  /** There are other transfers from here on, beside those that there are already. */
  public synchronized void addBeside(Beside transfers) {
    Beside others = beside;
    beside = others == null ? transfers : new BesideBoth(others, transfers);
  }

  /** The number of the latest operation that was started. */
  public long started() {
    return window.started();
  }

  /** All operations of the endpoint's own up to this number are complete. */
  public long complete() {
    return window.complete();
  }

  /** Whether the endpoint has failed. */
  public boolean hasFailed() {
    return failure != null;
  }

  /** Throws if the endpoint has failed. */
  public void check() {
    ArmciException seen = failure;
    if (seen != null) {
      if (abandoned) {
        waiter.requireGoingOn(() -> "an operation to or from rank " + rank);
      }
      failures.told();
      throw new ArmciException(seen.getMessage(), seen);
    }
  }

  /**
   * Whether an operation is complete; throws when it never will be. Data that have arrived for
   * memory of this thread's confined arenas are there when this returns.
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
    return others == null
        ? window.complete() >= number
        : others.isOver(number) && isCompleteSoFar(number);
  }

  /**
   * A transfer beside has the number that would follow, and need not make an operation of that
   * number: then those before it are enough, of which the latest that will be told of stands for
   * all that somebody may wait for.
   */
  private boolean isCompleteSoFar(long number) {
    long done = window.complete();
    return done >= number || done >= told;
  }

  /** Whether an operation of the endpoint's own is complete, whatever is under way beside it. */
  private boolean isCarriedOut(long number) {
    if (window.complete() >= number) {
      return true;
    }
    check();
    return false;
  }

  private boolean isIdleBeside() {
    if (beside.isIdle()) {
      return true;
    }
    check();
    return false;
  }

  /**
   * Writes to memory of the caller of an operation, which is not yet complete: in this thread or,
   * where that memory is confined to another one, in that when it asks for its operations.
   *
   * @param target the caller's memory
   * @param write writes there
   */
  public void place(MemorySegment target, Runnable write) {
    copies.place(target, write);
  }

  /** Whether nothing is under way beside the endpoint's own operations. */
  public boolean isAlone() {
    Beside others = beside;
    return others == null || others.isIdle();
  }

  /** Waits until nothing is under way beside the endpoint's own operations. */
  public void awaitBeside() {
    if (!isAlone()) {
      waiter.await(idle, "", 0, 0, waiter.defaultTimeoutNanos(), "transfers of lists");
    }
  }

  /**
   * Waits until an operation of the endpoint's own is complete, for a thread that holds what other
   * transfers need.
   *
   * @param number its ticket
   * @param operation names the wait in messages
   */
  public void awaitCarriedOut(long number, String operation) {
    waiter.await(carriedOut, operation, 0, number, waiter.defaultTimeoutNanos(), operation);
  }

  /** Whether the network has done with an operation's buffers. */
  public boolean isOver(long number) {
    return window.complete() >= number || (failure != null && !ending);
  }

  /**
   * Waits until an operation is complete.
   *
   * @param number its ticket
   * @param operation names the wait in messages
   */
  public void await(long number, String operation) {
    waiter.await(complete, operation, 0, number, waiter.defaultTimeoutNanos(), operation);
  }

  /**
   * The same for an operation that writes to memory which is for others next: when this throws, it
   * is {@link #abandon abandoned}.
   *
   * @param number its ticket
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
   * Nobody waits for an operation any more, and its memory may end. When this returns, the network
   * uses no memory for it: either it is complete, or the connection has been ended, which fails all
   * that is under way there.
   *
   * @param number its ticket
   */
  public void abandon(long number) {
    if (isDone(number)) {
      return;
    }
    ending = true;
    if (failure == null) {
      abandoned = true;
      failure =
          failure(
              Text.format(
                  "this rank ended it, as a wait had failed and %s could still use its memory",
                  describer.apply(number)));
    }
    try {
      end.run();
      Beside others = beside;
      if (others != null) {
        others.end();
      }
    } finally {
      ending = false;
    }
  }

  /**
   * Ends an endpoint that nothing else rests on, unless it has failed already: in both cases the
   * network uses no memory for it when this returns, and takes nothing more from the other side.
   *
   * @param reason for those who use it
   */
  public void end(String reason) {
    ending = true;
    try {
      fail(reason);
      end.run();
    } finally {
      ending = false;
    }
  }

  /**
   * Waits for {@link #isOver}.
   *
   * @param number a ticket
   */
  public void awaitOver(long number) {
    waiter.await(over, "", 0, number, waiter.defaultTimeoutNanos(), "a transfer");
  }

  /**
   * Waits for a condition that completions on this endpoint bring about.
   *
   * @param condition looked at by this thread
   * @param subject what it looks at
   * @param first handed to the condition
   * @param second handed to the condition
   * @param name whose text names the wait in messages
   * @param <S> what is looked at
   */
  public <S> void await(Condition<S> condition, S subject, long first, long second, Object name) {
    waiter.await(condition, subject, first, second, waiter.defaultTimeoutNanos(), name);
  }

  /**
   * Operations are started, before the network knows of them.
   *
   * @param last the latest
   * @param lastTold the latest of which a completion will tell
   */
  public void start(long last, long lastTold) {
    TOLD.setRelease(this, lastTold);
    window.start(last);
  }

  /**
   * Operations are complete up to a number, of a network that completes them in order.
   *
   * @param number of the last
   */
  public void completeUpTo(long number) {
    window.completeUpTo(number);
  }

  /**
   * One operation is complete, perhaps before earlier ones.
   *
   * @param number of the operation
   */
  public void complete(long number) {
    window.complete(number);
  }

  /**
   * The endpoint has failed: no further operation will be complete. The first reason stays.
   *
   * @param reason which operation, and why
   */
  public void fail(String reason) {
    if (failure == null) {
      failure = failure(reason);
      failures.fail(failure);
    }
  }

  private ArmciException failure(String reason) {
    return new ArmciException(
        Text.format(
            "rank %d lost its connection to %s through %s: %s", origin, peer, where, reason));
  }

  /**
   * Looks whether anything has ended since the look before. Fails when completions have been due
   * for too long: a network ends every operation, if need be in error, but may itself be at fault.
   */
  void look(long elapsedNanos, long limitNanos, String limitName) {
    long done = window.complete();
    boolean due = told > done && failure == null;
    silentNanos = due && done == completeAtLook ? silentNanos + elapsedNanos : 0;
    completeAtLook = due ? done : NOTHING_DUE;
    if (silentNanos > limitNanos) {
      fail(
          Text.format(
              "%s did not end within %,d ms (%s), nor did the device tell why",
              describer.apply(done + 1), limitNanos / 1_000_000, limitName));
    }
  }

  /** What is under way, in words; empty when nothing is. */
  public String underWay() {
    long last = window.started();
    long done = window.complete();
    ArmciException seen = failure;
    if (seen != null) {
      return seen.getMessage();
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
