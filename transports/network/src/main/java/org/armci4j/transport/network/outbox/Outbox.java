package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.AtomicUpdate;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.HelperRequests;
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
public final class Outbox implements EndpointProgress.Beside, OriginSteps.Steps {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** A put of no more is copied when it is queued, so that its source can be used again. */
  private static final int SHORT_BYTES = 256;

  private static final Condition<Outbox> HAS_ROOM = (outbox, _, _) -> outbox.hasRoom();

  private static final Condition<Outbox> EMPTY = (outbox, _, _) -> outbox.isEmptyOrThrow();

  private final RankRoute route;
  private final PutBurst burst;
  private final EndpointProgress progress;
  private final int limit;
  private final long copiedBytes;
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
   * @param copiedBytes the longest put of memory that this thread alone may read: it is copied
   * @param helperWaker wakes this rank's helper thread
   */
  public Outbox(
      RankRoute route, PutBurst burst, int limit, long copiedBytes, Runnable helperWaker) {
    this.route = route;
    this.burst = burst;
    this.progress = route.endpoint().progress();
    this.limit = limit;
    this.copiedBytes = copiedBytes;
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
   * Whether memory may be read behind the call: by a thread that is not the caller's.
   *
   * @param source the caller's
   * @param sizeBytes how much of it; a put of no more is copied
   */
  public boolean takes(MemorySegment source, long sizeBytes) {
    return sizeBytes <= copiedBytes || !InPlace.isConfined(source);
  }

  /**
   * Queues a put of memory that it {@link #takes}.
   *
   * @param source native or heap memory
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many
   * @return a ticket
   */
  public long put(MemorySegment source, long offset, long remote, RemoteKey key, long sizeBytes) {
    if (sizeBytes > SHORT_BYTES && !InPlace.isConfined(source)) {
      return add(new QueuedTransfer(false, source, offset, remote, key, sizeBytes));
    }
    add(new QueuedTransfer(false, copyOf(source, offset, sizeBytes), 0, remote, key, sizeBytes));
    return RemoteBlock.COMPLETE;
  }

  /**
   * Queues a put of memory that it {@link #takes}, and words behind it.
   *
   * @param source native or heap memory
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many; 0 for words alone
   * @param words what is written before the signal word; read in this call
   * @param base from where their offsets are
   * @param wordKey of the memory that holds the words
   * @param signal address of the signal word
   * @param value its new value
   * @return a ticket for the data
   */
  public long putSignal(
      MemorySegment source,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      WordWrites words,
      long base,
      RemoteKey wordKey,
      long signal,
      long value) {
    boolean inPlace = sizeBytes > SHORT_BYTES && !InPlace.isConfined(source);
    MemorySegment from = inPlace ? source : copyOf(source, offset, sizeBytes);
    long at = inPlace ? offset : 0;
    long ticket =
        add(
            new QueuedPutSignal(
                from, at, remote, key, sizeBytes, words.copy(), base, wordKey, signal, value));
    return inPlace ? ticket : RemoteBlock.COMPLETE;
  }

  private static MemorySegment copyOf(MemorySegment source, long offset, long sizeBytes) {
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) sizeBytes]);
    if (sizeBytes > 0) {
      MemorySegment.copy(source, offset, copy, 0, sizeBytes);
    }
    return copy;
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
   * Queues a get.
   *
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param destination native or heap memory
   * @param offset first byte there
   * @param sizeBytes how many
   * @return a ticket
   */
  public long get(
      long remote, RemoteKey key, MemorySegment destination, long offset, long sizeBytes) {
    return add(new QueuedTransfer(true, destination, offset, remote, key, sizeBytes));
  }

  /**
   * Queues the put of a list.
   *
   * @param source native or heap memory that other threads may read
   * @param offset the base of the list's local side
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket
   */
  public long putList(
      MemorySegment source, long offset, long remote, RemoteKey key, SegmentList list) {
    return add(new QueuedList(false, source, offset, remote, key, list));
  }

  /**
   * Queues the get of a list.
   *
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param destination native or heap memory
   * @param offset the base of the list's local side
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket
   */
  public long getList(
      long remote, RemoteKey key, MemorySegment destination, long offset, SegmentList list) {
    return add(new QueuedList(true, destination, offset, remote, key, list));
  }

  /**
   * Queues the write of a word.
   *
   * @param value of it the lower bytes
   * @param lengthBytes 1, 2, 4 or 8
   * @param remote where
   * @param key of the memory there
   */
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    add(new QueuedWord(false, value, lengthBytes, remote, key));
  }

  /**
   * Queues the write of a word of eight bytes, and the notification of the other side's helper.
   *
   * @param value its new value
   * @param remote where
   * @param key of the memory there
   */
  public void putWordAndNotify(long value, long remote, RemoteKey key) {
    add(new QueuedWord(true, value, Long.BYTES, remote, key));
  }

  /**
   * Queues what is asked of the helper thread there.
   *
   * @param requests of memory that other threads may read
   * @return a ticket
   */
  public long ask(HelperRequests requests) {
    return add(new QueuedRequests(requests));
  }

  /**
   * Queues an addition to a word of eight bytes by the network.
   *
   * @param remote where
   * @param key of the memory there
   * @param delta what to add
   */
  public void add(long remote, RemoteKey key, long delta) {
    add(new QueuedAdd(remote, key, delta));
  }

  /**
   * Queues an update of a word of eight bytes by the network.
   *
   * @param remote where
   * @param key of the memory there
   * @param update what to do
   * @param operand of the update
   * @param result receives the old value
   * @param offset first byte there
   * @return a ticket
   */
  public long update(
      long remote,
      RemoteKey key,
      AtomicUpdate update,
      long operand,
      MemorySegment result,
      long offset) {
    return add(
        route.endpoint().atomics().isOneOperation(update)
            ? QueuedUpdate.of(remote, key, update, operand, result, offset)
            : new QueuedSwaps(remote, key, update, operand, result, offset));
  }

  /**
   * Queues the replacement of an expected value by the network.
   *
   * @param remote where
   * @param key of the memory there
   * @param expected what the word must hold
   * @param value its new value then
   * @param result receives the old value
   * @param offset first byte there
   * @return a ticket
   */
  public long compareAndSwap(
      long remote, RemoteKey key, long expected, long value, MemorySegment result, long offset) {
    return add(QueuedUpdate.swap(remote, key, expected, value, result, offset));
  }

  /**
   * Queues a list that the helper thread there assists with.
   *
   * @param lists by which it goes
   * @param get whether it reads there
   * @param local memory of this rank that can be used in place
   * @param offset the base of the list's local side
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket
   */
  public long assist(
      AssistedLists lists,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    return add(
        new QueuedAssisted(
            lists,
            get,
            local,
            offset,
            remote,
            list,
            () -> list(get, local, offset, remote, key, list)));
  }

  private static Queued list(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    return new QueuedList(get, local, offset, remote, key, list);
  }

  /** Closes a key when all that uses it has been started. */
  public void close(RemoteKey key) {
    add(new QueuedClose(key));
  }

  private long add(Queued operation) {
    awaitRoom();
    closeGathering();
    boolean first;
    synchronized (this) { // so that tickets are queued in their order; no thread waits inside
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
        : "%d operations are queued; the oldest is the %s".formatted(count.get(), first.describe());
  }
}
