package org.armci4j.transport.ucx;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.ucx.ucp.UcpWorker;

/**
 * The worker through which all that this rank starts goes out, by whichever thread. UCX lets one
 * thread at a time use it, hence the lock. What others start here arrives at another worker, which
 * the helper thread serves: so neither waits for the other.
 */
final class OriginWorker implements AutoCloseable {
  /**
   * From so many bytes on a transfer is worth waking the helper thread for, which moves it on while
   * the rank computes: that takes it some ten microseconds.
   */
  private static final long LONG_BYTES = 256 << 10;

  /** How often a poll finds nothing before the watchdog is thought of; a power of two. */
  private static final int IDLE_POLLS = 64;

  /**
   * While nothing is under way, UCX is asked every so many polls only, a power of two: what comes
   * in then are answers of which nobody needs to know soon, and each look is a call of the kernel.
   */
  private static final int SKIPPED_POLLS = 16;

  private final UcpWorker worker;
  private final CompletionWatchdog watchdog;
  private final ReentrantLock lock = new ReentrantLock();
  private final OriginBell bell = new OriginBell(this);
  private final List<UcxConnection> connections = new CopyOnWriteArrayList<>();

  /** Those with operations under way; guarded by the lock. */
  private final List<UcxConnection> busy = new ArrayList<>();

  /** Whether there are any; read without the lock as a hint. */
  private volatile boolean isBusy;

  /** Whether operations have been started since the latest fence; guarded by the lock. */
  private boolean unfenced;

  private int idle;

  /** How often threads that wait have looked here; guarded, like the next, by the lock. */
  private int attended;

  /** What {@link #relieve} saw there last. */
  private int seenAttended;

  /** Called when a long transfer has been started. */
  private Runnable longStarted = () -> {};

  /** How many have been. */
  private final AtomicInteger longStarts = new AtomicInteger();

  /** Of how many of them UCX holds nothing back; the helper thread's alone. */
  private int settled;

  /** Plain: where threads race, a poll more or less is skipped. */
  private int skipped;

  private boolean closed;

  /**
   * @param worker serves this object alone
   * @param limitNanos how long nothing may end; 0 is forever
   * @param limitName the setting that says so
   */
  OriginWorker(UcpWorker worker, long limitNanos, String limitName) {
    this.worker = worker;
    this.watchdog = new CompletionWatchdog(this::watched, limitNanos, limitName);
  }

  private EndpointProgress watched(int index) {
    return index < connections.size() ? connections.get(index).progress() : null;
  }

  void lock() {
    lock.lock();
  }

  /** Whether this thread holds the lock. */
  boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }

  void unlock() {
    lock.unlock();
  }

  /** The worker, for the holder of the lock. */
  UcpWorker worker() {
    return worker;
  }

  /** Whether {@link #close} was called; for the holder of the lock. */
  boolean isClosed() {
    return closed;
  }

  void add(UcxConnection connection) {
    connections.add(connection);
  }

  /** A connection has its first operation under way; for the holder of the lock. */
  void becomesBusy(UcxConnection connection) {
    busy.add(connection);
    isBusy = true;
  }

  /**
   * Says who is told of transfers that take so long that the rank may compute meanwhile; before the
   * first one.
   */
  void onLongStarted(Runnable told) {
    longStarted = told;
  }

  /** A transfer is under way; any thread may call it. */
  void started(long sizeBytes) {
    if (sizeBytes >= LONG_BYTES) {
      longStarts.getAndIncrement(); // a helper thread says that it sleeps, and then looks here
      longStarted.run();
    }
  }

  /** Whether operations are under way. */
  boolean hasUnderWay() {
    return isBusy;
  }

  /** What was started before takes effect before what follows; for the holder of the lock. */
  void order() {
    if (unfenced) {
      worker.fence();
    }
    unfenced = true;
  }

  /** Has failures found of connections where nothing is under way. */
  void look() {
    connections.forEach(UcxConnection::look);
  }

  /** Uses all that UCX has connected to other ranks, and waits until they have answered. */
  void useAll() {
    long[] tickets = connections.stream().mapToLong(UcxConnection::useAll).toArray();
    for (int i = 0; i < tickets.length; i++) {
      connections.get(i).progress().await(tickets[i], "the first answer");
    }
  }

  /** Where waits for operations sleep. */
  OriginBell bell() {
    return bell;
  }

  /** Something has come about for which a thread may wait; a thread that brought it says so. */
  void moved() {
    if (bell.count()) {
      worker.signal();
    }
  }

  /**
   * Has what arrives end the next {@link #sleep}; false if there is something to do first, or
   * another thread is at it.
   */
  boolean arm() {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      attended++;
      return !closed && !progress() && worker.arm();
    } finally {
      lock.unlock();
    }
  }

  /** Sleeps until something arrives, {@link #moved} is called, or the time is over. */
  void sleep(long timeoutNanos) {
    worker.await(timeoutNanos);
  }

  /** Moves operations on; returns at once when another thread is at it. */
  boolean poll() {
    if (!isBusy && (++skipped & (SKIPPED_POLLS - 1)) != 0) {
      return false;
    }
    if (!lock.tryLock()) {
      return false;
    }
    try {
      attended++;
      return !closed && progress();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether {@link #relieve} may have something to move on: operations under way, or the end of a
   * long one that UCX has taken, and calls complete, but the kernel has not. Over TCP that is up to
   * a buffer of UCX's; it goes when the socket has room again, which wakes a sleep at the {@link
   * #worker}.
   */
  boolean mayNeedRelief() {
    return isBusy || longStarts.get() != settled;
  }

  /** How many long transfers have been started; what {@link #hasSettled} takes. */
  int longStarts() {
    return longStarts.get();
  }

  /**
   * Nothing of long transfers was moved on in a long sleep, or other threads look after them. The
   * helper thread alone calls it.
   *
   * @param starts how many had been started before
   */
  void hasSettled(int starts) {
    if (!isBusy) {
      settled = starts;
    }
  }

  /** What came of {@link #relieve}. */
  enum Relief {
    /** Other threads look after the operations. */
    NOT_NEEDED,

    /** Something has been moved on. */
    MOVED,

    /** Nothing could be; what arrives ends a sleep at the {@link #worker}, too. */
    ARMED
  }

  /**
   * Moves operations on for threads that have started them and compute now. The helper thread alone
   * calls it; others are at it if they have looked here since its call before.
   */
  Relief relieve() {
    if (bell.isAsleep() || !lock.tryLock()) {
      return Relief.NOT_NEEDED;
    }
    try {
      boolean isNeeded = attended == seenAttended && !closed;
      seenAttended = attended;
      if (!isNeeded) {
        return Relief.NOT_NEEDED;
      }
      return !progress() && worker.arm() ? Relief.ARMED : Relief.MOVED;
    } finally {
      lock.unlock();
    }
  }

  private boolean progress() {
    boolean any = worker.progress();
    for (int i = busy.size() - 1; i >= 0; i--) {
      UcxConnection connection = busy.get(i);
      any |= connection.retire();
      if (!connection.hasUnderWay()) {
        busy.set(i, busy.getLast());
        busy.removeLast();
        isBusy = !busy.isEmpty();
      }
    }
    if (any) {
      moved();
    } else if ((++idle & (IDLE_POLLS - 1)) == 0) {
      watchdog.look(System.nanoTime());
    }
    return any;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      worker.close();
    } finally {
      lock.unlock();
    }
  }
}
