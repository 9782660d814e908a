package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.waiting.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts and gets of lists to or from one rank, whose data go from the segments at one side to those
 * at the other without a copy, by messages that gather and receives that scatter:
 *
 * <pre>
 *        get                                          put
 *  origin              target's helper         origin              target's helper
 *  post receives                               request     ------&gt;  post receives
 *  request     ------&gt;  send the data                      &lt;------  acknowledge
 *              &lt;======  (acknowledge)          send the data ====&gt;
 * </pre>
 *
 * <p>A list is cut into parts, each with a request of its own, and each part into messages, which
 * are posted together. Parts go in the order of the calls, and so do the messages of gets among
 * themselves and those of puts: so the receives that are posted next are those for the messages
 * that come next. As many parts are under way as there are {@link #PARTS}.
 *
 * <p>A call returns at once. All that follows are {@link OriginSteps steps}, taken by one thread at
 * a time, which waits for nothing: a thread that polls, or the helper thread of this rank.
 *
 * <p>A transfer has a ticket of the endpoint, the number of the operation that would follow: all
 * operations from that one on complete behind the transfer, see {@link EndpointProgress.Beside}.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
public final class AssistedLists implements EndpointProgress.Beside, OriginSteps.Steps {
  /** The answer for memory that cannot be used in place. */
  public static final long NOT_IN_PLACE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(AssistedLists.class);
  private static final Condition<AssistedLists> OVER = (lists, _, _) -> lists.isOver();
  private static final Condition<AssistedLists> REQUESTED = (lists, _, _) -> lists.isRequested();

  /** How many parts are under way at most; a line's depth is divided among them. */
  private static final int PARTS = 4;

  private final RemoteHelper target;
  private final ScatterLine line;
  private final EndpointProgress progress;
  private final Runnable helperWaker;
  private final int partMessages;

  /** Those that are not over, in the order of their tickets; any thread looks at the first. */
  private final Queue<AssistedTransfer> unfinished = new ConcurrentLinkedQueue<>();

  /** Those of which requests are to be sent. */
  private final Queue<AssistedTransfer> uncut = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean stepping = new AtomicBoolean();

  /** A thread came while another one took steps: it may have had news. */
  private volatile boolean missed;

  /** There is something to be done of which no message will tell. */
  private volatile boolean stalled;

  // For the thread that takes steps:
  private final Queue<AssistedPart> free = new ArrayDeque<>();
  private final Queue<AssistedPart> gets = new ArrayDeque<>();
  private final Queue<AssistedPart> unacknowledged = new ArrayDeque<>();
  private final Queue<AssistedPart> puts = new ArrayDeque<>();

  /** Is cut, and its request has not gone yet. */
  private AssistedPart next;

  /**
   * @param target the other rank's helper thread
   * @param line connected to that rank
   * @param memory for requests
   * @param helperWaker wakes this rank's helper thread
   */
  public AssistedLists(
      RemoteHelper target, ScatterLine line, RegisteredMemory memory, Runnable helperWaker) {
    this.target = target;
    this.line = line;
    this.progress = target.progress();
    this.helperWaker = helperWaker;
    this.partMessages = line.depth() / PARTS;
    for (int i = 0; i < PARTS; i++) {
      free.add(new AssistedPart(memory.allocate(target.requestBytes())));
    }
  }

  /**
   * Starts to put a list.
   *
   * @param source stays as it is until the ticket is complete
   * @param sourceOffset the base of the list's local side
   * @param address the base of the list's remote side
   * @param list which bytes
   * @return a ticket of the endpoint; the data are in place at the target when it is complete. Or
   *     {@link #NOT_IN_PLACE}, and nothing has happened
   */
  public long put(MemorySegment source, long sourceOffset, long address, SegmentList list) {
    return start(true, source, sourceOffset, address, list);
  }

  /**
   * Starts to get a list.
   *
   * @param address the base of the list's remote side
   * @param destination native or heap memory
   * @param destinationOffset the base of the list's local side
   * @param list which bytes
   * @return a ticket of the endpoint, or {@link #NOT_IN_PLACE}, and nothing has happened
   */
  public long get(
      long address, MemorySegment destination, long destinationOffset, SegmentList list) {
    return start(false, destination, destinationOffset, address, list);
  }

  /**
   * Whether memory can be used in place.
   *
   * @param memory native or heap memory
   * @param offset the base of the list's local side there
   * @param list which bytes
   * @param get whether messages will be written there
   */
  public boolean isInPlace(MemorySegment memory, long offset, SegmentList list, boolean get) {
    long key = line.localKey(memory, offset, list, get);
    line.release(key);
    return key != ScatterLine.NO_KEY;
  }

  private long start(
      boolean put, MemorySegment memory, long offset, long address, SegmentList list) {
    if (list.runs() == 0) {
      return RemoteBlock.COMPLETE;
    }
    long key = line.localKey(memory, offset, list, !put);
    if (key == ScatterLine.NO_KEY) {
      return NOT_IN_PLACE;
    }
    AssistedTransfer transfer;
    try {
      progress.check();
      transfer = enter(put, memory, offset, key, address, list);
    } finally {
      line.release(key); // what is entered is waited for before the memory is deregistered
    }
    take();
    if (needLooks()) {
      helperWaker.run();
    }
    return transfer.ticket();
  }

  /** Under the monitor, so that tickets are queued in their order; no thread waits inside. */
  private synchronized AssistedTransfer enter(
      boolean put, MemorySegment memory, long offset, long key, long address, SegmentList list) {
    PartCutter cutter = new PartCutter(list, line.limits(), partMessages);
    long ticket = progress.started() + 1;
    AssistedTransfer transfer =
        new AssistedTransfer(put, memory, offset, key, address, cutter, ticket);
    unfinished.add(transfer);
    uncut.add(transfer);
    return transfer;
  }

  /** Waits until all requests have gone: what the helper thread is sent then follows them. */
  public void awaitRequested() {
    if (!uncut.isEmpty()) {
      progress.await(REQUESTED, this, 0, 0, "requests for lists");
    }
  }

  /** Waits until all are where they belong. */
  public void awaitIdle() {
    if (!isIdle()) {
      progress.await(OVER, this, 0, 0, "transfers of lists");
    }
  }

  private boolean isOver() {
    if (isIdle()) {
      return true;
    }
    progress.check();
    return false;
  }

  /** Whether they have; throws when they never will. */
  public boolean isRequested() {
    if (uncut.isEmpty()) {
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
    if (!stepping.compareAndSet(false, true)) {
      missed = true;
      return false;
    }
    try {
      missed = false;
      return step();
    } catch (RuntimeException e) {
      LOG.debug("a step for lists with assistance failed", e);
      progress.fail(e.getMessage());
      return false;
    } finally {
      stepping.set(false);
    }
  }

  private boolean step() {
    boolean any = finish(gets, line.received());
    any |= sendAcknowledged();
    any |= finish(puts, line.sent());
    any |= request();
    while (!unfinished.isEmpty() && unfinished.peek().isDone()) {
      unfinished.remove();
    }
    return any;
  }

  /** Parts of which the last message has been received or sent. */
  private boolean finish(Queue<AssistedPart> parts, long complete) {
    boolean any = false;
    while (!parts.isEmpty() && parts.peek().last() <= complete) {
      AssistedPart part = parts.remove();
      part.transfer().partIsDone();
      free.add(part);
      any = true;
    }
    if (!parts.isEmpty()) {
      isAcknowledged(parts.peek());
    }
    return any;
  }

  private boolean sendAcknowledged() {
    boolean any = false;
    while (!unacknowledged.isEmpty() && isAcknowledged(unacknowledged.peek())) {
      AssistedPart part = unacknowledged.peek();
      AssistedTransfer transfer = part.transfer();
      long last = line.trySend(transfer.base(), transfer.key(), part.segments());
      if (last == 0) {
        break;
      }
      part.sends(last);
      puts.add(unacknowledged.remove());
      any = true;
    }
    return any;
  }

  private boolean isAcknowledged(AssistedPart part) {
    if (!target.hasAnswered(part.number())) {
      return false;
    }
    target.requireDone(part.number());
    return true;
  }

  private boolean request() {
    boolean any = false;
    while (cutNext() && receiveNext() && target.trySend(next, line)) {
      AssistedTransfer transfer = next.transfer();
      (transfer.puts() ? unacknowledged : gets).add(next);
      next = null;
      if (!transfer.hasMore()) {
        uncut.remove();
      }
      any = true;
    }
    stalled = !uncut.isEmpty() || isSendingDue();
    return any;
  }

  private boolean isSendingDue() {
    return !unacknowledged.isEmpty() && target.hasAnswered(unacknowledged.peek().number());
  }

  private boolean cutNext() {
    if (next == null && !uncut.isEmpty() && !free.isEmpty()) {
      next = free.remove();
      next.cutFrom(uncut.peek());
    }
    return next != null;
  }

  /** The receives of a get are there before the request for it can bring data. */
  private boolean receiveNext() {
    AssistedTransfer transfer = next.transfer();
    if (transfer.puts() || next.receives()) {
      return true;
    }
    long last = line.tryReceive(transfer.base(), transfer.key(), next.segments());
    if (last > 0) {
      next.receives(last);
    }
    return last > 0;
  }

  @Override
  public boolean needLooks() {
    return (missed || stalled) && !unfinished.isEmpty() && !progress.hasFailed();
  }

  @Override
  public boolean isOver(long ticket) {
    AssistedTransfer first = unfinished.peek();
    return first == null || first.ticket() > ticket;
  }

  @Override
  public boolean isIdle() {
    return unfinished.isEmpty();
  }

  @Override
  public void end() {
    line.reset();
  }

  @Override
  public String describe() {
    AssistedTransfer first = unfinished.peek();
    return first == null ? "" : Text.format("the %s of rank %d is under way", first, target.rank());
  }
}
