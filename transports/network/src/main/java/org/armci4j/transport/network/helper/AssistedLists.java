package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.Beside;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.ScatterLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts and gets lists to or from one rank without a copy: messages gather the segments at one side,
 * and receives scatter them at the other:
 *
 * <pre>
 *        get                                          put
 *  origin              target's helper         origin              target's helper
 *  post receives                               request     ------&gt;  post receives
 *  request     ------&gt;  send the data                      &lt;------  acknowledge
 *              &lt;======  (acknowledge)          send the data ====&gt;
 * </pre>
 *
 * <p>A list is cut into parts, each with its own request. A part is cut into messages, which are
 * posted together. Parts go in the order of the calls, so the messages of all gets keep one order,
 * and so do those of all puts. Hence the receives posted next belong to the messages that come
 * next. Up to {@link #PARTS} parts are under way.
 *
 * <p>A call returns at once. The rest is done in {@link OriginSteps steps}, by one thread at a
 * time, which never waits: a thread that polls, or this rank's helper thread.
 *
 * <p>A transfer has a ticket of the endpoint: the number of the operation that would follow. All
 * operations from that number on complete behind the transfer, see {@link Beside}.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
public final class AssistedLists implements Beside, OriginSteps.Steps {
  /** Ticket that says that the memory cannot be used in place. */
  public static final long NOT_IN_PLACE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(AssistedLists.class);

  /** Most parts under way; they share the line's depth. */
  private static final int PARTS = 4;

  private final RemoteHelper target;
  private final ScatterLine line;
  private final EndpointProgress progress;
  private final Runnable helperWaker;
  private final int partMessages;

  /** Unfinished transfers in the order of their tickets; any thread looks at the first. */
  private final Queue<AssistedTransfer> unfinished = new ConcurrentLinkedQueue<>();

  /** Transfers with parts that have not been requested. */
  private final Queue<AssistedTransfer> uncut = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean stepping = new AtomicBoolean();

  /** True after a thread found steps being taken: the completions it saw may need another step. */
  private volatile boolean mustStepAgain;

  /** True while a step is due that no message will announce. */
  private volatile boolean stalled;

  // Only for the thread that takes steps:
  private final Queue<AssistedPart> free = new ArrayDeque<>();
  private final Queue<AssistedPart> gets = new ArrayDeque<>();
  private final Queue<AssistedPart> unacknowledged = new ArrayDeque<>();
  private final Queue<AssistedPart> puts = new ArrayDeque<>();

  /** A part that is cut but not requested yet. */
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
   * Returns whether memory can be used in place.
   *
   * @param memory native or heap memory
   * @param offset the base of the list's local side there
   * @param list the bytes to transfer
   * @param get whether messages will be written there
   */
  public boolean isInPlace(MemorySegment memory, long offset, SegmentList list, boolean get) {
    long key = line.localKey(memory, offset, list, get);
    line.release(key);
    return key != ScatterLine.NO_KEY;
  }

  /**
   * Starts to put or get a list.
   *
   * @param get whether it is a get
   * @param memory native or heap memory; that of a put must not change until the ticket is complete
   * @param offset the base of the list's local side there
   * @param address the base of the list's remote side
   * @param list the bytes to transfer
   * @return a ticket of the endpoint, complete when the data are in place; or {@link #NOT_IN_PLACE}
   *     if nothing was started
   */
  public long start(
      boolean get, MemorySegment memory, long offset, long address, SegmentList list) {
    if (list.runs() == 0) {
      return RemoteBlock.COMPLETE;
    }
    long key = line.localKey(memory, offset, list, get);
    if (key == ScatterLine.NO_KEY) {
      return NOT_IN_PLACE;
    }
    AssistedTransfer transfer;
    try {
      progress.check();
      transfer = enter(get, memory, offset, key, address, list);
    } finally {
      line.release(key); // deregistration waits for the transfer that was entered
    }
    take();
    if (needLooks()) {
      helperWaker.run();
    }
    return transfer.ticket();
  }

  /** Enters a transfer. Synchronized, to queue tickets in their order; no thread waits inside. */
  private synchronized AssistedTransfer enter(
      boolean get, MemorySegment memory, long offset, long key, long address, SegmentList list) {
    PartCutter cutter = new PartCutter(list, line.limits(), partMessages);
    long ticket = progress.started() + 1;
    AssistedTransfer transfer =
        new AssistedTransfer(get, memory, offset, key, address, cutter, ticket);
    unfinished.add(transfer);
    uncut.add(transfer);
    return transfer;
  }

  /** Returns whether all requests are sent; throws if the connection has failed. */
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
      mustStepAgain = true;
      return false;
    }
    try {
      mustStepAgain = false;
      return step();
    } catch (RuntimeException e) {
      LOG.debug("a step for lists with assistance failed", e);
      progress.failWithoutSuspect(e.getMessage());
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

  /** Ends the parts whose last message is complete; throws if the next part was refused. */
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

  /** Posts a get's receives; they must be posted before its request can bring data. */
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
    return (mustStepAgain || stalled) && !unfinished.isEmpty() && !progress.hasFailed();
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
