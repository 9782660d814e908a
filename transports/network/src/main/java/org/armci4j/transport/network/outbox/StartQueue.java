package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.waiting.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations on one rank that would have had to wait in their call: for the helper thread there to
 * carry out what it was sent, for credits, for room in a queue or in the buffers. They are started
 * in the order of the calls, as soon as they can be, by a thread that polls, or by the helper
 * thread of this rank where the rank computes. Whatever is called while there are any is queued
 * behind them.
 *
 * <p>A queued operation has a ticket of the endpoint, the number of the operation that would
 * follow: all operations from that one on complete behind it, see {@link EndpointProgress.Beside}.
 *
 * <p>Source: the helper thread that completes the requests of a computing rank, in "Host-Assisted
 * Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
class StartQueue implements EndpointProgress.Beside, OriginSteps.Steps {
  private static final Logger LOG = LoggerFactory.getLogger(StartQueue.class);

  private static final Condition<StartQueue> HAS_ROOM = (queue, _, _) -> queue.hasRoom();

  private static final Condition<StartQueue> EMPTY = (queue, _, _) -> queue.isEmptyOrThrow();

  final RankRoute route;
  private final PutBurst burst;
  private final EndpointProgress progress;
  private final int limit;
  private final Runnable helperWaker;

  /** Those that have not been started whole. */
  private final Queue<Queued> waiting = new ConcurrentLinkedQueue<>();

  /** How many those are: what the quick path looks at. */
  private final AtomicInteger count = new AtomicInteger();

  /** Those that are not over, in the order of their tickets; any thread looks at the first. */
  private final Queue<Queued> unfinished = new ConcurrentLinkedQueue<>();

  /** Those that go on when they have been started; for the thread that starts operations. */
  private final Queue<Queued> goingOn = new ArrayDeque<>();

  /** Whether there are any. */
  private volatile boolean goesOn;

  /** Held by the thread that starts operations; none waits meanwhile. */
  private final ReentrantLock stepping = new ReentrantLock();

  /** Takes short puts; null when the next one begins another. */
  private volatile GatheredPuts gathering;

  /** A thread came while another one was at it: it may have had news. */
  private volatile boolean missed;

  /**
   * @param route by which they go
   * @param burst which short puts are gathered
   * @param limit how many may be queued
   * @param helperWaker wakes this rank's helper thread
   */
  StartQueue(RankRoute route, PutBurst burst, int limit, Runnable helperWaker) {
    this.route = route;
    this.burst = burst;
    this.progress = route.endpoint().progress();
    this.limit = limit;
    this.helperWaker = helperWaker;
  }

  /** Whether all that was queued has been started, so that what follows need not be queued. */
  public boolean isEmpty() {
    return count.get() == 0;
  }

  /** Waits for that. */
  public void awaitEmpty() {
    if (!isEmpty()) {
      progress.await(EMPTY, this, 0, 0, "queued operations");
    }
  }

  private boolean isEmptyOrThrow() {
    if (isEmpty()) {
      return true;
    }
    progress.check();
    return false;
  }

  /**
   * Queues a short put of any memory, together with those before it.
   *
   * @param source native or heap memory, which may be used again when this returns
   * @param offset first byte there
   * @param block address of the block that it goes to
   * @param there first byte in the block
   * @param key of the block
   * @param sizeBytes how many
   */
  public void gather(
      MemorySegment source, long offset, long block, long there, RemoteKey key, int sizeBytes) {
    GatheredPuts open = gathering;
    if (open != null && open.add(source, offset, key, there, sizeBytes)) {
      return;
    }
    closeGathering();
    take(); // that may be full, and goes
    awaitRoom();
    GatheredPuts next = new GatheredPuts(key, block, burst, route.helper().roomBytes());
    boolean first;
    synchronized (this) {
      next.add(source, offset, key, there, sizeBytes);
      first = queue(next);
      gathering = next;
    }
    if (first) {
      helperWaker.run();
    }
  }

  /** Short puts that follow do not travel with those before. */
  private void closeGathering() {
    GatheredPuts open = gathering;
    if (open != null) {
      gathering = null;
      open.close();
    }
  }

  /**
   * Queues an operation, or starts it if nothing is before it.
   *
   * @return a ticket
   */
  final long add(Queued operation) {
    awaitRoom();
    boolean first;
    synchronized (this) { // so that tickets are queued in their order; no thread waits inside
      closeGathering(); // here, as another thread may just have opened one
      first = queue(operation);
    }
    take();
    if (operation.isStarted() && !operation.goesOn()) {
      return operation.number();
    }
    if (first || operation.goesOn()) { // from here on it looks again soon
      helperWaker.run();
    }
    return operation.ticket();
  }

  private void awaitRoom() {
    if (!hasRoom()) {
      progress.await(HAS_ROOM, this, 0, 0, "room for one more queued operation");
    }
    progress.check();
  }

  /** Returns whether it is the only one; for the holder of the monitor. */
  private boolean queue(Queued operation) {
    operation.ticket(progress.started() + 1);
    unfinished.add(operation);
    waiting.add(operation);
    return count.getAndIncrement() == 0;
  }

  private boolean hasRoom() {
    if (count.get() < limit) {
      return true;
    }
    progress.check();
    return false;
  }

  @Override
  public boolean take() {
    if (unfinished.isEmpty() || progress.hasFailed()) {
      return false;
    }
    if (stepping.isHeldByCurrentThread() || !stepping.tryLock()) {
      missed = true;
      return false;
    }
    try {
      missed = false;
      return !progress.hasFailed() && step();
    } catch (RuntimeException e) {
      LOG.debug("a queued operation failed", e);
      progress.fail(e.getMessage());
      return false;
    } finally {
      stepping.unlock();
    }
  }

  private boolean step() {
    boolean any = goOn();
    long before = route.steps();
    for (Queued next = waiting.peek(); next != null && start(next); next = waiting.peek()) {
      next.hasStarted();
      waiting.remove();
      count.decrementAndGet();
    }
    any |= route.steps() != before;
    for (Queued first = unfinished.peek(); isOver(first); first = unfinished.peek()) {
      unfinished.remove();
      any = true;
    }
    return any;
  }

  private boolean start(Queued next) {
    if (next.goesOn() && !next.isGoingOn()) {
      next.isGoingOn(true);
      goingOn.add(next);
      goesOn = true;
    }
    return next.start(route);
  }

  /** They come to their end in their order: nothing is missed when the first waits. */
  private boolean goOn() {
    boolean any = false;
    for (Queued first = goingOn.peek(); first != null; first = goingOn.peek()) {
      any |= first.goOn(route);
      if (!isOver(first)) {
        break;
      }
      goingOn.remove();
    }
    goesOn = !goingOn.isEmpty();
    return any;
  }

  private boolean isOver(Queued operation) {
    return operation != null && operation.isStarted() && operation.isDone(route);
  }

  @Override
  public boolean needLooks() {
    return !unfinished.isEmpty() && (missed || goesOn || count.get() > 0) && !progress.hasFailed();
  }

  @Override
  public boolean isOver(long ticket) {
    Queued first = unfinished.peek();
    return first == null || first.ticket() > ticket;
  }

  @Override
  public boolean isIdle() {
    return isEmpty();
  }

  /** The endpoint has failed before: nothing is started any more once no thread is at it. */
  @Override
  public void end() {
    stepping.lock();
    try {
      goingOn.forEach(Queued::end);
      goingOn.clear();
      waiting.clear();
    } finally {
      stepping.unlock();
    }
  }

  @Override
  public String describe() {
    Queued first = waiting.peek();
    return first == null
        ? ""
        : Text.format(
            "%d operations are queued; the oldest is the %s", count.get(), first.describe());
  }
}
