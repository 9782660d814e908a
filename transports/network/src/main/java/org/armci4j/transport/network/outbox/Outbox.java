package org.armci4j.transport.network.outbox;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Beside;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.waiting.OpenCondition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts all operations on one rank, in the order of the calls. An operation starts in its call if
 * no other is queued and it need not wait. It would wait until the target's helper thread has
 * carried out earlier messages, or for credits, or for room in a queue or in the buffers. Else it
 * is queued, and a thread that polls starts it as soon as possible. While the rank computes, this
 * rank's helper thread does.
 *
 * <p>A queued operation has a ticket of the endpoint: the number of the operation that would
 * follow. All operations from that number on complete behind it, see {@link Beside}. Lists of words
 * have no ticket: their callers wait for the list itself, and where lists follow each other without
 * an end, a wait for a ticket would never be over.
 *
 * <p>Source: the helper thread that completes the requests of a computing rank, in "Host-Assisted
 * Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
public final class Outbox implements Beside, OriginSteps.Steps {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  private static final long QUEUED = -1;
  private static final long QUEUED_FIRST = -2;

  private static final OpenCondition<Outbox> HAS_ROOM = (box, _, _) -> box.orThrow(box.hasRoom());
  private static final OpenCondition<Outbox> EMPTY = (box, _, _) -> box.orThrow(box.isEmpty());

  private final RankRoute route;
  private final EndpointProgress progress;
  private final int limit;
  private final long copiedBytes;
  private final Consumer<Outbox> joiner;
  private final OwnHelper helper;
  private final SharedMessages shared;
  private final Spares spares = new Spares();

  /** Queued operations that have not been started completely. */
  private final OperationQueue waiting = new OperationQueue();

  /** Number of waiting operations, for the fast path. */
  private final AtomicInteger count = new AtomicInteger();

  /**
   * Number of waiting operations with a ticket. A thread must step for them, as their callers may
   * be gone.
   */
  private final AtomicInteger ticketed = new AtomicInteger();

  /** Queued operations with a ticket that are not complete, in the order of their tickets. */
  private final OperationQueue unfinished = new OperationQueue();

  /**
   * Operations that need {@link RankOperation#goOn} after their start; for the holder of the turn.
   */
  private final Queue<RankOperation> goingOn = new ArrayDeque<>();

  /** True while such operations exist. */
  private volatile boolean goesOn;

  /** Whether the outbox takes steps and part in waits; written under the monitor. */
  private volatile boolean hasJoined;

  /** Held by the thread that starts operations; it never waits meanwhile. */
  private final ReentrantLock turn = new ReentrantLock();

  /** True after a thread found the turn taken: the completions it saw may need another step. */
  private volatile boolean mustStepAgain;

  private final OpenCondition<RankOperation> started =
      (operation, _, _) -> orThrow(operation.isStarted());

  /**
   * Creates an empty outbox.
   *
   * @param route by which operations go
   * @param burst decides which short puts are gathered
   * @param limit the most queued operations
   * @param copiedBytes the longest source in confined memory that is copied; a caller with a longer
   *     one waits
   * @param joiner called before the first operation is queued, or is a message to the helper thread
   *     there
   * @param helper this rank's helper thread
   */
  public Outbox(
      RankRoute route,
      PutBurst burst,
      int limit,
      long copiedBytes,
      Consumer<Outbox> joiner,
      OwnHelper helper) {
    this.route = route;
    this.progress = route.endpoint().progress();
    this.limit = limit;
    this.copiedBytes = copiedBytes;
    this.joiner = joiner;
    this.helper = helper;
    this.shared = new SharedMessages(this, route, burst, helper);
  }

  /** Returns the messages that carry several calls. */
  public SharedMessages shared() {
    return shared;
  }

  /** Returns whether a wait has ended; throws if it never will. */
  boolean orThrow(boolean ended) {
    if (!ended) {
      progress.check();
    }
    return ended;
  }

  /** Returns whether all operations have been started. */
  public boolean isEmpty() {
    return count.get() == 0;
  }

  /** Waits until all operations have been started. */
  public void awaitEmpty() {
    if (!isEmpty()) {
      progress.await(EMPTY, this, 0, 0, "queued operations");
    }
  }

  /**
   * Begins a call: takes the turn, which {@link #start} gives back.
   *
   * @return the objects that describe operations
   */
  public Spares begin() {
    awaitRoom();
    turn.lock();
    return spares;
  }

  /** Waits until one more operation may be queued. */
  void awaitRoom() {
    if (!hasRoom()) {
      progress.await(HAS_ROOM, this, 0, 0, "room for one more queued operation");
    }
    progress.check();
  }

  private boolean hasRoom() {
    return count.get() < limit;
  }

  /**
   * Starts an operation or queues it, and gives the turn back.
   *
   * @param operation filled since {@link #begin}
   * @return a ticket for the caller's memory; for a message whose answer the caller awaits, its
   *     number
   */
  public long start(RankOperation operation) {
    long number;
    try {
      number = startOrQueue(operation);
    } catch (RuntimeException e) {
      progress.abandon(progress.started()); // no part that was started may outlive the exception
      throw e;
    }
    if (number >= 0) {
      return number;
    }
    if (number == QUEUED_FIRST) {
      helper.wake(); // it takes the steps from here on
    }
    if (operation.isAwaited() || operation.starter() != null) {
      awaitStart(operation);
      return operation.number();
    }
    return operation.leavesSource() ? RemoteBlock.COMPLETE : operation.ticket();
  }

  /** Returns a number for the caller, or how the operation was queued; gives the turn back. */
  private long startOrQueue(RankOperation operation) {
    try {
      shared.close();
      if (!hasJoined && operation instanceof HelperOperation) {
        join();
      }
      if (!isEmpty()) {
        stepOrFail();
      }
      if (isEmpty() && !operation.goesOn() && operation.start(route)) {
        long number = operation.number();
        operation.forget();
        return number;
      }
      boolean first = queue(operation);
      return operation.goesOn() ? startGoingOn(operation, first) : first ? QUEUED_FIRST : QUEUED;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Starts an operation that has been queued, as steps of the outbox follow its start. Reads all of
   * it before the turn ends: another call may use the object once the operation is over.
   *
   * @return its ticket
   */
  private long startGoingOn(RankOperation operation, boolean first) {
    long ticket = operation.ticket();
    stepOrFail();
    if (operation.isStarted() ? !helper.seesAnswers() : first) {
      helper.wake(); // it takes the steps from here on
    }
    return ticket;
  }

  private synchronized void join() {
    if (!hasJoined) {
      hasJoined = true;
      joiner.accept(this);
    }
  }

  private void awaitStart(RankOperation operation) {
    try {
      progress.await(started, operation, 0, 0, operation.describe());
    } catch (RuntimeException e) {
      if (operation.starter() != null) {
        progress.abandon(operation.ticket()); // else a later start would read the caller's memory
      }
      giveUp(operation);
      throw e;
    }
  }

  /**
   * Gives up an operation, so that no message goes whose answer nobody takes: its credit would be
   * lost.
   */
  private void giveUp(RankOperation operation) {
    turn.lock();
    try {
      operation.giveUp(route);
    } finally {
      turn.unlock();
    }
  }

  /**
   * Queues an operation; returns whether no other one with a ticket is queued. Synchronized, to
   * queue tickets in their order; no thread waits inside.
   */
  synchronized boolean queue(RankOperation operation) {
    shared.close(); // another thread may have opened one since
    join();
    operation.outliveCall(copiedBytes);
    operation.queue(progress.started() + 1);
    if (operation.hasTicket()) {
      unfinished.add(operation);
    }
    waiting.add(operation);
    count.getAndIncrement();
    return operation.hasTicket() && ticketed.getAndIncrement() == 0;
  }

  /**
   * Queues the operation of a message that takes further calls; returns what {@link #queue} does.
   */
  synchronized boolean queue(RankOperation operation, OpenMessage message) {
    boolean first = queue(operation);
    shared.open(message);
    return first;
  }

  /**
   * Begins a call as {@link #begin} does, but without waiting.
   *
   * @return the objects that describe operations; null if another thread has the turn
   */
  public Spares tryBegin() {
    return turn.isHeldByCurrentThread() || !turn.tryLock() ? null : spares;
  }

  /**
   * Starts a put with its words if all of it can start at once, and gives the turn back. Bypasses
   * the queue: only for a caller that has no earlier operations and must not wait.
   *
   * @param put filled since {@link #tryBegin}
   * @return false if nothing was started
   */
  public boolean startAhead(PutWithSignal put) {
    try {
      return put.startAtOnce(route.endpoint());
    } finally {
      put.forget();
      turn.unlock();
    }
  }

  /**
   * {@inheritDoc} An answer that a wait may need arrives where the helper thread serves. So the
   * thread that waits serves there, instead of having that thread woken and being woken by it. A
   * holder of the turn may hold locks that the service takes.
   */
  @Override
  public boolean take() {
    boolean served =
        !progress.hasFailed() // a lost rank's answers never come
            && !route.helper().hasAnsweredAll()
            && !turn.isHeldByCurrentThread()
            && helper.attend();
    return takeSteps() || served;
  }

  /** Starts what can start; returns whether anything was done. */
  boolean takeSteps() {
    boolean nothing = isEmpty() && !goesOn && unfinished.isEmpty();
    if (nothing || progress.hasFailed()) {
      return false;
    }
    if (turn.isHeldByCurrentThread() || !turn.tryLock()) {
      mustStepAgain = true;
      return false;
    }
    try {
      mustStepAgain = false;
      return !progress.hasFailed() && stepOrFail();
    } finally {
      turn.unlock();
    }
  }

  /**
   * Starts all operations that can start. An exception fails the endpoint, as the call that it
   * belongs to may have returned.
   */
  private boolean stepOrFail() {
    try {
      return step();
    } catch (RuntimeException e) {
      LOG.debug("a queued operation failed", e);
      progress.failWithoutSuspect(e.getMessage());
      return false;
    }
  }

  private boolean step() {
    boolean any = goOn();
    long before = route.steps();
    for (RankOperation next = waiting.peek();
        next != null && startQueued(next);
        next = waiting.peek()) {
      next.hasStarted();
      waiting.remove();
      count.decrementAndGet();
      if (next.hasTicket()) {
        ticketed.decrementAndGet();
      }
    }
    any |= route.steps() != before;
    for (RankOperation first = unfinished.peek(); isOver(first); first = unfinished.peek()) {
      unfinished.remove();
      first.giveBack(spares);
      any = true;
    }
    return any;
  }

  private boolean startQueued(RankOperation next) {
    if (next.starter() != null && !next.starter().equals(Thread.currentThread())) {
      return false;
    }
    if (next.isGivenUp()) {
      return true;
    }
    if (!next.isGoingOn() && next.stays(goingOn.size())) {
      return false;
    }
    if (next.goesOn() && !next.isGoingOn()) {
      next.isGoingOn(true);
      goingOn.add(next);
      goesOn = true;
    }
    return next.start(route);
  }

  /**
   * Continues started operations. They end in their order, so it stops at the first unfinished one.
   */
  private boolean goOn() {
    boolean any = false;
    for (RankOperation first = goingOn.peek(); first != null; first = goingOn.peek()) {
      any |= first.goOn(route);
      if (!isOver(first)) {
        break;
      }
      goingOn.remove();
    }
    goesOn = !goingOn.isEmpty();
    return any;
  }

  private boolean isOver(RankOperation operation) {
    return operation != null && operation.isStarted() && operation.isDone(route);
  }

  @Override
  public boolean needLooks() {
    return (goesOn || !isEmpty() || (mustStepAgain && !unfinished.isEmpty()))
        && !progress.hasFailed();
  }

  @Override
  public boolean isOver(long ticket) {
    return unfinished.isEmptyUpTo(ticket);
  }

  @Override
  public boolean isIdle() {
    return isEmpty();
  }

  /** Drops all queued operations. The endpoint has failed before, so none starts after this. */
  @Override
  public void end() {
    turn.lock();
    try {
      goingOn.forEach(RankOperation::end);
      goingOn.clear();
      waiting.clear();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public String describe() {
    RankOperation first = waiting.peek();
    return first == null
        ? ""
        : Text.format(
            "%d operations are queued; the oldest is the %s", count.get(), first.describe());
  }
}
