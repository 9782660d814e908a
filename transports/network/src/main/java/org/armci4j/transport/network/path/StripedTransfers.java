package org.armci4j.transport.network.path;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.OriginSteps;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.outbox.PathTransfers;
import org.armci4j.transport.network.outbox.Retransfer;
import org.armci4j.waiting.Condition;

/**
 * Long puts and gets to or from one rank, divided among several paths by their {@link PathWeights}.
 * Path 0 is the endpoint by which all else goes to that rank.
 *
 * <p>Each path keeps the order of its own operations, and nothing that of the paths together. So a
 * transfer begins when all that was started before it on path 0 is carried out, and all earlier
 * stripes whose bytes are among its own; until then whoever starts it keeps it ({@link #tryStart}).
 * Others are under way together. Whatever follows on path 0 waits for all stripes: in its call
 * ({@link EndpointProgress#awaitBeside}), or queued.
 *
 * <p>A transfer has the ticket of the operation before it on path 0, which is complete when all its
 * stripes are in place, see {@link EndpointProgress.Beside}. The threads that handle completions
 * time the stripes ({@link #take}). A stripe whose path fails goes once more, by the heaviest of
 * the others, when nothing of it can arrive by the former any more.
 */
public final class StripedTransfers
    implements EndpointProgress.Beside, OriginSteps.Steps, PathTransfers {
  /** Transfers under way at once. */
  private static final int MOST = 8;

  private static final Condition<StripedTransfers> ALL_OVER =
      (transfers, _, _) -> transfers.areAllOver();

  private final Paths paths;
  private final EndpointProgress progress;
  private final StripedTransfer.Restarter restarter;
  private final long maxMessageBytes;

  /** Guarded by itself. */
  private final PathWeights weights;

  /** Whether a thread starts a transfer: they begin one after the other, and none waits. */
  private final AtomicBoolean starting = new AtomicBoolean();

  /** Of each transfer by its number; used again when that one and all before it are over. */
  private final StripedTransfer[] slots = new StripedTransfer[MOST];

  private final AtomicBoolean stepping = new AtomicBoolean();
  private final StripeClock clock;

  /** The number of the first transfer that is not over; written by the thread that takes steps. */
  private volatile long first;

  /** The number of the next transfer; written by the thread that starts it. */
  private volatile long next;

  // For the thread that starts a transfer:
  private long lastOperation;

  /** The latest operation of path 0 of which a completion was asked for. */
  private long asked;

  /**
   * @param paths connected, the first to be used for all else too
   * @param plan how transfers go over them
   * @param buffers through which data are copied
   * @param maxMessageBytes the longest operation
   */
  public StripedTransfers(Paths paths, PathPlan plan, BounceBuffers buffers, long maxMessageBytes) {
    this(paths, plan, buffers, maxMessageBytes, System::nanoTime);
  }

  /** The same, by a clock for tests. */
  StripedTransfers(
      Paths paths,
      PathPlan plan,
      BounceBuffers buffers,
      long maxMessageBytes,
      LongSupplier nanoTime) {
    this.clock = new StripeClock(plan.paths(), nanoTime);
    this.paths = paths;
    this.progress = paths.end(0).progress();
    this.restarter =
        (end, get, local, offset, remote, key, sizeBytes) ->
            new Retransfer(
                end, buffers, maxMessageBytes, get, local, offset, remote, key, sizeBytes);
    this.maxMessageBytes = maxMessageBytes;
    this.weights = new PathWeights(plan);
    for (int i = 0; i < MOST; i++) {
      slots[i] = new StripedTransfer(plan.batch());
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
      long sizeBytes) {
    if (!starting.compareAndSet(false, true)) {
      return NOT_NOW;
    }
    try {
      if (!isOverBefore(behind) || !hasRoom() || isAnyBefore(!get, remote, sizeBytes)) {
        return NOT_NOW;
      }
      StripedTransfer transfer = cut(!get, local, offset, remote, key, sizeBytes);
      for (int i = 0; i < transfer.stripes().count(); i++) {
        startStripe(transfer, i, get);
      }
      return publish(transfer);
    } catch (RuntimeException e) {
      end();
      throw e;
    } finally {
      starting.set(false);
    }
  }

  private StripedTransfer cut(
      boolean puts, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    StripedTransfer transfer = slots[slot(next)];
    synchronized (weights) {
      leaveAndTakeUp();
      weights.cut(sizeBytes, 1, transfer.stripes());
    }
    transfer.begin(puts, local, offset, remote, key, sizeBytes, clock.nanos());
    return transfer;
  }

  private long publish(StripedTransfer transfer) {
    lastOperation = progress.started();
    transfer.allStarted(lastOperation);
    long number = next;
    next = number + 1; // publishes the transfer
    return lastOperation;
  }

  /**
   * Sees to it that an end is told of, of which nothing may tell otherwise. Where path 0 has
   * carried nothing yet, an operation that moves nothing comes before: a transfer's ticket must not
   * be the one of what is complete.
   */
  private boolean isOverBefore(long behind) {
    progress.check();
    long last = Math.max(behind, RemoteBlock.COMPLETE + 1);
    if (last <= lastOperation || progress.complete() >= last) {
      return true;
    }
    NetworkEndpoint first = paths.end(0);
    if (asked < last && first.tryBegin(1, false) > 0) {
      try {
        asked = first.probe();
      } finally {
        first.endTurn();
      }
    }
    return false;
  }

  /** Paths that have failed carry nothing, and those that work again do. */
  private void leaveAndTakeUp() {
    for (int path = 1; path < paths.count(); path++) {
      if (paths.works(path)) {
        weights.takeUp(path);
      } else {
        weights.leave(path);
      }
    }
  }

  /** Where there is no room, or data are copied, it goes piece by piece as if it went once more. */
  private void startStripe(StripedTransfer transfer, int stripe, boolean get) {
    NetworkEndpoint end = endFor(transfer, stripe);
    if (!transfer.isOneOperation(stripe, end, maxMessageBytes) || end.tryBegin(1, get) == 0) {
      transfer.restart(stripe, end, restarter);
      return;
    }
    try {
      transfer.started(stripe, transfer.start(stripe, end));
    } catch (ArmciException e) {
      requireOutlived(end, e);
    } finally {
      end.endTurn();
    }
  }

  /** What a path does not take because it fails is found by {@link #take}. */
  private NetworkEndpoint endFor(StripedTransfer transfer, int stripe) {
    int path = transfer.stripes().path(stripe);
    if (paths.works(path)) {
      return paths.end(path);
    }
    transfer.stripes().move(stripe, 0); // it has failed since the stripes were cut
    return paths.end(0);
  }

  /** Stripes outlive the failure of a further path, if path 0 works; all else is thrown. */
  private void requireOutlived(NetworkEndpoint end, ArmciException refused) {
    if (end.equals(paths.end(0)) || !end.progress().hasFailed() || progress.hasFailed()) {
      throw refused;
    }
  }

  private boolean isAnyBefore(boolean puts, long remote, long sizeBytes) {
    for (long number = first; number < next; number++) {
      if (slots[slot(number)].isBefore(puts, remote, sizeBytes)) {
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
    return any;
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
    NetworkEndpoint end = transfer.end(stripe);
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
      transfer.restart(stripe, paths.end(other), restarter);
    }
    try {
      return transfer.startAgain(stripe);
    } catch (ArmciException e) {
      requireOutlived(transfer.end(stripe), e); // that path has failed too: it is moved once more
      return false;
    }
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
    return oldest == next || slots[slot(oldest)].ticket() > ticket;
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
