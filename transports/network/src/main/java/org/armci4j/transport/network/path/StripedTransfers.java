package org.armci4j.transport.network.path;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SegmentCursor;
import org.armci4j.waiting.Condition;

/**
 * Long puts and gets to or from one rank, divided among several paths by their {@link PathWeights}.
 * Path 0 is the endpoint by which all else goes to that rank.
 *
 * <p>Each path keeps the order of its own operations, and nothing that of the paths together. So a
 * transfer begins when all that was started before it on path 0 is carried out, and all earlier
 * stripes whose bytes are among its own; others are under way together. Whatever follows on path 0
 * waits for all stripes: in its call ({@link EndpointProgress#awaitBeside}), or queued.
 *
 * <p>A transfer has the ticket of the operation before it on path 0, which is complete when all its
 * stripes are in place, see {@link EndpointProgress.Beside}. The threads that handle completions
 * time the stripes ({@link #take}).
 */
public final class StripedTransfers implements EndpointProgress.Beside, OriginSteps.Steps {
  /** Transfers under way at once. */
  private static final int MOST = 8;

  private static final Condition<StripedTransfers> HAS_ROOM =
      (transfers, _, _) -> transfers.hasRoom();

  private static final Condition<StripedTransfers> ALL_OVER =
      (transfers, _, _) -> transfers.areAllOver();

  private final List<NetworkEndpoint> paths;
  private final EndpointProgress progress;

  /** Guarded by itself. */
  private final PathWeights weights;

  /** Transfers begin one after the other; a thread that holds it may wait. */
  private final ReentrantLock starting = new ReentrantLock();

  private final Condition<StripedTransfers> noneBefore =
      new Condition<>() {
        @Override
        public boolean holds(StripedTransfers unused, long address, long lengthBytes) {
          progress.check();
          return !isAnyBefore(address, lengthBytes);
        }
      };

  /** Of each transfer by its number; used again when that one and all before it are over. */
  private final StripedTransfer[] slots = new StripedTransfer[MOST];

  private final AtomicBoolean stepping = new AtomicBoolean();

  /** The number of the first transfer that is not over; written by the thread that takes steps. */
  private volatile long first;

  /** The number of the next transfer; written by the thread that starts it. */
  private volatile long next;

  // For the thread that starts a transfer:
  private boolean startsPut;
  private long lastOperation;

  /**
   * @param paths connected, the first to be used for all else too
   * @param plan how transfers go over them
   */
  public StripedTransfers(List<NetworkEndpoint> paths, PathPlan plan) {
    this.paths = List.copyOf(paths);
    this.progress = paths.getFirst().progress();
    this.weights = new PathWeights(plan);
    for (int i = 0; i < MOST; i++) {
      slots[i] = new StripedTransfer(plan.batch());
    }
  }

  /**
   * Starts a put.
   *
   * @param source native memory, which stays as it is until the ticket is complete
   * @param sourceOffset first byte in the source
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many, at least 1
   * @return a ticket of path 0; the data are in place when it is complete
   */
  public long put(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, long sizeBytes) {
    return start(true, source, sourceOffset, remote, key, sizeBytes);
  }

  /**
   * Starts a get.
   *
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param destination native memory
   * @param destinationOffset first byte in the destination
   * @param sizeBytes how many, at least 1
   * @return a ticket of path 0; the data are there when it is complete
   */
  public long get(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    return start(false, destination, destinationOffset, remote, key, sizeBytes);
  }

  /**
   * Starts to put the segments of a list, each divided.
   *
   * @param source native memory, which stays as it is until the ticket is complete
   * @param sourceOffset the base of the list's local side
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param list which bytes
   * @return a ticket for all of them
   */
  public long putList(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, SegmentList list) {
    return startList(true, source, sourceOffset, remote, key, list);
  }

  /**
   * Starts to get the segments of a list, each divided.
   *
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param destination native memory
   * @param destinationOffset the base of the list's local side
   * @param list which bytes
   * @return a ticket for all of them
   */
  public long getList(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    return startList(false, destination, destinationOffset, remote, key, list);
  }

  private long startList(
      boolean puts,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
      long here = offset + at.local();
      ticket = start(puts, local, here, remote + at.remote(), key, at.lengthBytes());
    }
    return ticket;
  }

  private long start(
      boolean puts, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    starting.lock();
    try {
      awaitEarlier(puts, remote, sizeBytes);
      if (!hasRoom()) {
        progress.await(HAS_ROOM, this, 0, 0, "room for stripes");
      }
      long number = next;
      StripedTransfer transfer = slots[slot(number)];
      synchronized (weights) {
        weights.cut(sizeBytes, 1, transfer.stripes());
      }
      transfer.begin(puts, remote, sizeBytes, System.nanoTime());
      for (int i = 0; i < transfer.stripes().count(); i++) {
        transfer.started(i, startStripe(puts, transfer.stripes(), i, local, offset, remote, key));
      }
      lastOperation = progress.started();
      transfer.allStarted(lastOperation);
      next = number + 1; // publishes the transfer
      return lastOperation;
    } catch (RuntimeException e) {
      end();
      throw e;
    } finally {
      starting.unlock();
    }
  }

  /** Returns the operation of the stripe's path that it is complete with. */
  private long startStripe(
      boolean puts,
      Stripes stripes,
      int stripe,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key) {
    NetworkEndpoint path = paths.get(stripes.path(stripe));
    long begin = stripes.begin(stripe);
    long length = stripes.lengthBytes(stripe);
    long ticket =
        puts
            ? path.put(local, offset + begin, remote + begin, key, length)
            : path.get(remote + begin, key, local, offset + begin, length);
    if (ticket == RemoteBlock.COMPLETE) { // copied: nothing would tell when it is in place
      ticket = path.progress().started();
      path.awaitOver(ticket);
    }
    return ticket;
  }

  private void awaitEarlier(boolean puts, long remote, long sizeBytes) {
    long last = progress.started();
    if (last != lastOperation) {
      paths.getFirst().awaitOver(last);
      progress.check();
    }
    startsPut = puts;
    if (isAnyBefore(remote, sizeBytes)) {
      progress.await(noneBefore, this, remote, sizeBytes, "stripes of the same bytes");
    }
  }

  private boolean isAnyBefore(long remote, long sizeBytes) {
    for (long number = first; number < next; number++) {
      if (slots[slot(number)].isBefore(startsPut, remote, sizeBytes)) {
        return true;
      }
    }
    return false;
  }

  /** Waits until all stripes are in place. */
  public void awaitIdle() {
    if (!isIdle()) {
      progress.await(ALL_OVER, this, 0, 0, "stripes");
    }
  }

  private boolean areAllOver() {
    if (isIdle()) {
      return true;
    }
    progress.check();
    return false;
  }

  private boolean hasRoom() {
    progress.check();
    return next - first < MOST;
  }

  private static int slot(long number) {
    return (int) (number % MOST);
  }

  @Override
  public boolean take() {
    if (isIdle() || progress.hasFailed() || !stepping.compareAndSet(false, true)) {
      return false;
    }
    try {
      boolean any = false;
      long now = System.nanoTime();
      for (long number = first; number < next; number++) {
        any |= look(slots[slot(number)], now);
      }
      long oldest = first;
      while (oldest < next && slots[slot(oldest)].isOver()) {
        oldest++;
      }
      first = oldest;
      failWithPaths();
      return any;
    } finally {
      stepping.set(false);
    }
  }

  private boolean look(StripedTransfer transfer, long nowNanos) {
    Stripes stripes = transfer.stripes();
    boolean any = false;
    for (int i = 0; i < stripes.count(); i++) {
      EndpointProgress path = paths.get(stripes.path(i)).progress();
      if (transfer.isMissing(i) && path.complete() >= transfer.operation(i)) {
        transfer.arrived(i, nowNanos);
        any = true;
      }
    }
    if (any && transfer.isOver()) {
      synchronized (weights) {
        weights.learn(stripes);
      }
    }
    return any;
  }

  /** A transfer of which one path has lost its part is lost. */
  private void failWithPaths() {
    for (int i = 1; i < paths.size(); i++) {
      EndpointProgress path = paths.get(i).progress();
      if (path.hasFailed()) {
        progress.fail("path %d: %s".formatted(i, path.underWay()));
      }
    }
  }

  @Override
  public boolean needLooks() {
    return false;
  }

  @Override
  public boolean isOver(long ticket) {
    long oldest = first;
    return oldest == next || slots[slot(oldest)].ticket() > ticket;
  }

  @Override
  public boolean isIdle() {
    return first == next;
  }

  @Override
  public void end() {
    for (int i = 1; i < paths.size(); i++) {
      EndpointProgress path = paths.get(i).progress();
      path.abandon(path.started());
    }
  }

  @Override
  public String describe() {
    long oldest = first;
    return oldest == next ? "" : "the %s is under way".formatted(slots[slot(oldest)]);
  }
}
