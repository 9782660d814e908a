package org.armci4j.transport.ucx;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.ucx.ucp.UcpWorker;

/**
 * The worker through which all operations of this rank go out, whichever thread starts them. UCX
 * lets one thread at a time use a worker, hence the lock. Operations of other ranks arrive at
 * another worker, which the helper thread serves. So neither waits for the other.
 */
final class OriginWorker implements AutoCloseable {
  /**
   * Shortest transfer worth waking the helper thread for, which advances it while the rank
   * computes. Waking takes some ten microseconds.
   */
  private static final long LONG_BYTES = 256 << 10;

  /** Polls without result before the watchdog looks; a power of two. */
  private static final int IDLE_POLLS = 64;

  /**
   * While nothing is under way, only every 16th poll asks UCX (a power of two). Arrivals are then
   * answers that nobody needs soon, and each request to UCX is a system call.
   */
  private static final int SKIPPED_POLLS = 16;

  private final UcpWorker worker;
  private final CompletionWatchdog watchdog;
  private final OriginLock lock = new OriginLock();
  private final OriginBell bell;
  private final List<UcxConnection> connections = new CopyOnWriteArrayList<>();

  /** Connections with operations under way; guarded by the lock. */
  private final List<UcxConnection> busy = new ArrayList<>();

  /** Whether any connection is busy; read without the lock as a hint. */
  private volatile boolean isBusy;

  /** Whether operations have been started since the latest fence; guarded by the lock. */
  private boolean unfenced;

  private int idle;

  /** Number of polls by waiting threads; guarded, like the next field, by the lock. */
  private int attended;

  /** Value of {@code attended} at the latest {@link #relieve}. */
  private int seenAttended;

  /** Called when a long transfer has been started. */
  private Runnable longStarted = () -> {};

  /** Number of long transfers started. */
  private final AtomicInteger longStarts = new AtomicInteger();

  /** Number of long transfers of which UCX holds nothing back; used only by the helper thread. */
  private int settled;

  /** Plain: a race merely skips a poll more or less. */
  private int skipped;

  private boolean closed;

  /**
   * @param worker serves this object alone
   * @param limitNanos longest time in which no operation ends; 0 is forever
   * @param limitName the setting that holds this limit
   * @param rest called before a thread sleeps that waits for operations
   */
  OriginWorker(UcpWorker worker, long limitNanos, String limitName, Runnable rest) {
    this.worker = worker;
    this.bell = new OriginBell(this, rest);
    this.watchdog = new CompletionWatchdog(this::watched, limitNanos, limitName);
  }

  private EndpointProgress watched(int index) {
    return index < connections.size() ? connections.get(index).progress() : null;
  }

  void lock() {
    lock.lock();
  }

  /** Takes the lock for a thread that serves other ranks. */
  void lockForHelper() {
    lock.lockBehindOthers();
  }

  /** Returns whether this thread holds the lock. */
  boolean isHeld() {
    return lock.isHeld();
  }

  void unlock() {
    lock.unlock();
  }

  /** Returns the worker, for the holder of the lock. */
  UcpWorker worker() {
    return worker;
  }

  /** Returns whether {@link #close} was called; for the holder of the lock. */
  boolean isClosed() {
    return closed;
  }

  void add(UcxConnection connection) {
    connections.add(connection);
  }

  /** Returns the progress of the connection to a rank; null if there is none. */
  EndpointProgress progressTo(int rank) {
    for (UcxConnection connection : connections) {
      if (connection.rank() == rank) {
        return connection.progress();
      }
    }
    return null;
  }

  /** Notes that a connection has its first operation under way; for the holder of the lock. */
  void becomesBusy(UcxConnection connection) {
    busy.add(connection);
    isBusy = true;
  }

  /**
   * Sets the listener for transfers so long that the rank may compute meanwhile; before the first
   * transfer.
   */
  void onLongStarted(Runnable told) {
    longStarted = told;
  }

  /** Notes that a transfer is under way; any thread may call it. */
  void started(long sizeBytes) {
    if (sizeBytes >= LONG_BYTES) {
      longStarts.getAndIncrement(); // counted first: the helper sets its flag, then reads this
      longStarted.run();
    }
  }

  /** Returns whether operations are under way. */
  boolean hasUnderWay() {
    return isBusy;
  }

  /** Makes earlier operations take effect before later ones; for the holder of the lock. */
  void order() {
    if (unfenced) {
      worker.fence();
    }
    unfenced = true;
  }

  /** Makes connections without operations under way find their failures. */
  void look() {
    connections.forEach(UcxConnection::look);
  }

  /** Uses every connection of UCX to other ranks, and waits until they have answered. */
  void useAll() {
    long[] tickets = connections.stream().mapToLong(UcxConnection::useAll).toArray();
    for (int i = 0; i < tickets.length; i++) {
      connections.get(i).progress().await(tickets[i], "the first answer");
    }
  }

  /** Returns the bell where waits for operations sleep. */
  OriginBell bell() {
    return bell;
  }

  /** Notes a change for which a thread may wait; called by the thread that brought it. */
  void moved() {
    if (bell.count()) {
      worker.signal();
    }
  }

  /**
   * Makes arrivals end the next {@link #sleep}; returns false if there is something to do first, or
   * another thread holds the lock.
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

  /** Advances operations; returns at once when another thread holds the lock. */
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
   * Returns whether {@link #relieve} may have something to advance: operations under way, or the
   * end of a long one. UCX calls a transfer complete when it has taken the data, but the kernel may
   * not have them yet. Over TCP that is up to a buffer of UCX's. The rest goes when the socket has
   * room again, which wakes a sleep at the {@link #worker}.
   */
  boolean mayNeedRelief() {
    return isBusy || longStarts.get() != settled;
  }

  /** Returns the number of long transfers started, for {@link #hasSettled}. */
  int longStarts() {
    return longStarts.get();
  }

  /**
   * Notes that nothing is left of long transfers: a long sleep advanced none of them, or other
   * threads attend to them. Only the helper thread calls it.
   *
   * @param starts number of long transfers started before
   */
  void hasSettled(int starts) {
    if (!isBusy) {
      settled = starts;
    }
  }

  /** Result of {@link #relieve}. */
  enum Relief {
    /** Other threads attend to the operations. */
    NOT_NEEDED,

    /** Something has been advanced. */
    MOVED,

    /** Nothing could be advanced; arrivals now end a sleep at the {@link #worker}, too. */
    ARMED
  }

  /**
   * Advances operations for threads that have started them and now compute. Only the helper thread
   * calls it. Other threads attend to the operations if they have polled since its previous call.
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
        connection.endIfFailed();
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
