package org.armci4j.transport.verbs.path;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.Beside;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.path.PathPlan;
import org.armci4j.transport.network.path.PathWeights;
import org.armci4j.transport.network.path.Stripes;

/**
 * Divides long puts and gets, of lists too, on one rank among several paths by their {@link
 * PathWeights}. Path 0 is the rank's endpoint, which carries all other operations.
 *
 * <p>Each path keeps the order of its own operations; nothing orders operations of different paths.
 * So a transfer begins when all operations before it on path 0 are carried out, and all earlier
 * stripes whose order with it matters. Until then its caller keeps it and tries again ({@link
 * #tryStart}). Other transfers are under way together. Operations that follow on path 0 are queued
 * until all stripes are over. A fence waits for the stripes before it ({@link
 * EndpointProgress#awaitBeside}).
 *
 * <p>A transfer's ticket is the number of the latest operation on path 0. It is complete when all
 * stripes are in place, see {@link Beside}. The threads that handle completions time the stripes
 * ({@link #take}). A stripe whose path fails is sent once more by the heaviest of the others, when
 * none of its packets can arrive by the failed path any more.
 */
final class StripedTransfers implements PathTransfers, OriginSteps.Steps {
  /** Most transfers under way at once. */
  private static final int MOST = 8;

  private final Paths paths;
  private final EndpointProgress progress;

  /** Guarded by itself. */
  private final PathWeights weights;

  /**
   * Whether a thread starts a transfer. Transfers begin one after the other; another thread is
   * refused and does not wait.
   */
  private final AtomicBoolean starting = new AtomicBoolean();

  /**
   * Transfers by number modulo {@link #MOST}. A slot is used again when its transfer and all before
   * it are over.
   */
  private final StripedTransfer[] slots = new StripedTransfer[MOST];

  private final AtomicBoolean stepping = new AtomicBoolean();
  private final StripeClock clock;

  /** Number of the first transfer that is not over; written by the thread that takes steps. */
  private volatile long first;

  /** Number of the next transfer; written by the thread that starts it. */
  private volatile long next;

  // For the thread that starts a transfer:
  private long lastOperation;

  /** Latest operation of path 0 for which a probe was posted. */
  private long asked;

  /**
   * @param paths connected; the first carries all other operations too
   * @param plan how transfers go over them
   * @param buffers bounce buffers for copied data
   * @param maxMessageBytes longest operation
   */
  StripedTransfers(Paths paths, PathPlan plan, BounceBuffers buffers, long maxMessageBytes) {
    this(paths, plan, buffers, maxMessageBytes, System::nanoTime);
  }

  /** Creates one with a given clock, for tests. */
  StripedTransfers(
      Paths paths,
      PathPlan plan,
      BounceBuffers buffers,
      long maxMessageBytes,
      LongSupplier nanoTime) {
    this.clock = new StripeClock(plan.paths(), nanoTime);
    this.paths = paths;
    this.progress = paths.end(0).progress();
    this.weights = new PathWeights(plan);
    for (int i = 0; i < MOST; i++) {
      slots[i] = new StripedTransfer(plan.batch(), buffers, maxMessageBytes);
    }
  }

  @Override
  public long tryStart(
      long behind,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list,
      long sizeBytes) {
    if (!starting.compareAndSet(false, true)) {
      return NOT_NOW;
    }
    try {
      long from = list == null ? remote : remote + list.remote().startBytes();
      long end = list == null ? remote + sizeBytes : remote + list.remote().endBytes();
      if (!isOverBefore(behind) || !hasRoom() || isAnyBefore(!get, from, end)) {
        return NOT_NOW;
      }
      StripedTransfer transfer = slots[slot(next)];
      transfer.begin(!get, local, offset, remote, key, list, from, end);
      cut(transfer, sizeBytes);
      for (int i = 0; i < transfer.stripes().count(); i++) {
        startStripe(transfer, i, get);
      }
      startPieces(transfer);
      return publish(transfer);
    } catch (RuntimeException e) {
      end();
      throw e;
    } finally {
      starting.set(false);
    }
  }

  private void cut(StripedTransfer transfer, long sizeBytes) {
    synchronized (weights) {
      leaveAndTakeUp();
      weights.cut(sizeBytes, 1, transfer.stripes());
    }
    transfer.beginAt(clock.nanos());
  }

  private long publish(StripedTransfer transfer) {
    lastOperation = progress.started();
    transfer.allStarted(lastOperation);
    long number = next;
    next = number + 1; // publishes the transfer
    return lastOperation;
  }

  /**
   * Returns whether the operations up to {@code behind} are over. If not, it probes path 0, as no
   * completion may cover them otherwise. Where path 0 has carried nothing yet, a probe comes first
   * too: a transfer's ticket must not be {@link RemoteBlock#COMPLETE}.
   */
  private boolean isOverBefore(long behind) {
    progress.check();
    long last = Math.max(behind, RemoteBlock.COMPLETE + 1);
    if (last <= lastOperation || progress.complete() >= last) {
      return true;
    }
    PathEndpoint first = paths.end(0);
    if (asked < last && first.tryBegin(1, false) > 0) {
      try {
        asked = first.probe();
      } finally {
        first.endTurn();
      }
    }
    return false;
  }

  /** Takes paths that have failed out of the weights, and puts those that work again back. */
  private void leaveAndTakeUp() {
    for (int path = 1; path < paths.count(); path++) {
      if (paths.works(path)) {
        weights.takeUp(path);
      } else {
        weights.leave(path);
      }
    }
  }

  /**
   * Starts a stripe as one operation. Where there is no room for it, its data are copied, or it has
   * several segments, it goes piece by piece.
   */
  private void startStripe(StripedTransfer transfer, int stripe, boolean get) {
    PathEndpoint end = endFor(transfer, stripe);
    boolean whole = transfer.isOneOperation(stripe, end);
    if (!whole || end.tryBegin(1, get) == 0) {
      transfer.goByPieces(stripe, end, !whole);
      return;
    }
    try {
      transfer.start(stripe, end);
    } catch (ArmciException e) {
      requireOutlived(end, e);
    } finally {
      end.endTurn();
    }
  }

  /** Returns the endpoint for a stripe. If the path fails from here on, {@link #take} finds out. */
  private PathEndpoint endFor(StripedTransfer transfer, int stripe) {
    int path = transfer.stripes().path(stripe);
    if (paths.works(path)) {
      return paths.end(path);
    }
    transfer.stripes().move(stripe, 0); // it has failed since the stripes were cut
    return paths.end(0);
  }

  /**
   * Throws the exception again, unless its path has failed. Stripes outlive the failure of a
   * further path. That of path 0 is told as that of any operation is: first of all whether its rank
   * is lost.
   */
  private void requireOutlived(PathEndpoint end, ArmciException refused) {
    progress.check();
    if (!progress.hasFailed() && !end.progress().hasFailed()) {
      throw refused;
    }
  }

  private boolean isAnyBefore(boolean puts, long firstByte, long endByte) {
    for (long number = first; number < next; number++) {
      if (slots[slot(number)].isBefore(puts, firstByte, endByte)) {
        return true;
      }
    }
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
      clock.look();
      boolean any = false;
      for (long number = first; number < next; number++) {
        any |= look(slots[slot(number)]);
      }
      long oldest = first;
      while (oldest < next && slots[slot(oldest)].isOver()) {
        oldest++;
      }
      first = oldest;
      return any;
    } catch (ArmciException e) {
      // For the waits for these transfers; this thread may wait for another rank.
      progress.failWithoutSuspect(e.getMessage());
      return false;
    } finally {
      stepping.set(false);
    }
  }

  private boolean look(StripedTransfer transfer) {
    Stripes stripes = transfer.stripes();
    boolean any = false;
    for (int i = 0; i < stripes.count(); i++) {
      any |= transfer.end(i) != null && look(transfer, i, stripes.path(i));
    }
    return startPieces(transfer) || any;
  }

  /**
   * Starts pieces of all stripes in turn, as long as there is room for one: the first stripe's
   * would else take all buffers, and the other paths wait.
   */
  private boolean startPieces(StripedTransfer transfer) {
    boolean any = false;
    boolean more = true;
    while (more) {
      more = false;
      for (int i = 0; i < transfer.stripes().count(); i++) {
        more |= startNextPiece(transfer, i);
      }
      any |= more;
    }
    return any;
  }

  private boolean startNextPiece(StripedTransfer transfer, int stripe) {
    PathEndpoint end = transfer.end(stripe);
    if (end == null || end.progress().hasFailed()) {
      return false; // it has arrived, or goes by another path soon
    }
    try {
      return transfer.startNextPiece(stripe);
    } catch (ArmciException e) {
      requireOutlived(end, e);
      return false;
    }
  }

  private boolean look(StripedTransfer transfer, int stripe, int path) {
    if (transfer.hasArrived(stripe)) {
      transfer.arrived(stripe, clock.arrived(path, transfer.beganNanos()));
      if (transfer.isOver()) {
        synchronized (weights) {
          weights.learn(transfer.stripes());
        }
      }
      return true;
    }
    PathEndpoint end = transfer.end(stripe);
    if (end.progress().hasFailed()) {
      if (!paths.isOver(path, end)) {
        return false;
      }
      int other;
      synchronized (weights) {
        leaveAndTakeUp();
        other = weights.heaviest();
      }
      transfer.stripes().move(stripe, other);
      transfer.goByPieces(stripe, paths.end(other), false);
    }
    return false;
  }

  @Override
  public boolean needLooks() {
    if (isIdle() || progress.hasFailed()) {
      return false;
    }
    for (long number = first; number < next; number++) {
      if (slots[slot(number)].waitsToStart()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isOver(long ticket) {
    long oldest = first;
    if (oldest == next) {
      return true;
    }
    // A ticket of a later transfer in the same slot is written after `first` has passed the slot's
    // former transfer: if `first` has not moved behind this read, the ticket is the oldest's.
    boolean isOlder = slots[slot(oldest)].ticket() > ticket;
    return isOlder && first == oldest;
  }

  @Override
  public boolean isIdle() {
    return first == next;
  }

  @Override
  public void end() {
    paths.end();
  }

  @Override
  public String describe() {
    long oldest = first;
    return oldest == next ? "" : Text.format("the %s is under way", slots[slot(oldest)]);
  }
}
