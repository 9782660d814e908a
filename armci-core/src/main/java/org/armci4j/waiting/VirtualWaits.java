package org.armci4j.waiting;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.WaitBoard;

/**
 * The waits of virtual threads at one waiter. A doorbell sleeps in a native call, which would keep
 * the carrier. So a virtual thread parks, and one platform thread waits at the doorbell for all of
 * them: it makes progress, looks at their conditions, and unparks the threads whose waits may be
 * over. The platform thread starts with the first such wait, and ends when there has been none for
 * a while.
 *
 * <p>A virtual thread adds its wait, looks at its condition once more, and parks. So it sees what
 * came before, and the platform thread what comes after.
 */
final class VirtualWaits {
  private static final Condition<VirtualWaits> WOKEN =
      new Condition<>() {
        @Override
        public boolean holds(VirtualWaits waits, long first, long second) {
          return waits.look(waits.bell.takeRing());
        }

        // The thread that has brought something wakes the waits itself.
        @Override
        public boolean mayHold(VirtualWaits waits, long first, long second) {
          return waits.look(true);
        }
      };

  /** Time for which the platform thread stays without a wait. */
  private static final long IDLE_NANOS = 1_000_000_000;

  /**
   * Threads that are woken and have not looked yet. More would only queue for the carriers, and
   * where all of them wait for room, most would look in vain.
   */
  private static final int MOST_WOKEN = 64;

  /**
   * Shortest time between two looks of a wait that only its own thread can look at. A ring is not
   * kept waiting.
   */
  private static final long ROUND_NANOS = 100_000;

  private static final long JOIN_MILLIS = 5000;

  private final Bell bell;
  private final Waiter looker;
  private final int rank;

  /** The rank's, as a virtual thread, which starts the platform thread, is in no rank's group. */
  private final ThreadGroup group = Thread.currentThread().getThreadGroup();

  /** Guards all below. No thread waits while it holds it. */
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Waits that the platform thread can look at, by what they wait for. The order of the insertions
   * keeps a new line from being woken before an older one again and again.
   */
  private final Map<LineKey, TreeSet<SlowWait<?>>> lines = new LinkedHashMap<>();

  /** Waits that only their own threads can look at, in the order in which they are woken. */
  private final Set<SlowWait<?>> closedWaits = new LinkedHashSet<>();

  private Thread thread;
  private boolean asleep;
  private boolean closed;

  /** Number of waits in the lines and among the closed ones; read without the lock as a hint. */
  private volatile int count;

  private int woken;

  /** Number of all waits so far, which gives equal waits their order. */
  private long added;

  /** When the latest round of the closed waits began. */
  private long roundNanos = System.nanoTime();

  /** Number of closed waits that the round has not woken yet. */
  private int leftInRound;

  /** What the waits of a line wait for; {@code second} is 0 where it is their order. */
  private record LineKey(Condition<?> condition, Object subject, long first, long second) {
    static LineKey of(SlowWait<?> wait) {
      return new LineKey(
          wait.condition(), wait.subject(), wait.first(), wait.isOrdered() ? 0 : wait.second());
    }
  }

  VirtualWaits(
      Bootstrap bootstrap, BooleanSupplier progress, Doorbell doorbell, WaitPolicy policy) {
    this.rank = bootstrap.rank();
    this.bell = new Bell(doorbell);
    // Its own board, never reported: the virtual threads post their waits themselves.
    this.looker = Waiter.ofPlatformThread(bootstrap, progress, bell, policy, new WaitBoard(rank));
  }

  /** The waiter's bell, which notes whether it has rung while the platform thread slept. */
  private static final class Bell implements Doorbell {
    private final Doorbell doorbell;

    /** For the platform thread alone. */
    private boolean hasRung;

    Bell(Doorbell doorbell) {
      this.doorbell = doorbell;
    }

    boolean takeRing() {
      boolean rung = hasRung;
      hasRung = false;
      return rung;
    }

    @Override
    public int announce() {
      return doorbell.announce();
    }

    @Override
    public int announce(BooleanSupplier mayEnd) {
      return doorbell.announce(mayEnd);
    }

    @Override
    public void park(int ticket, long timeoutNanos) {
      long startNanos = System.nanoTime();
      doorbell.park(ticket, timeoutNanos);
      hasRung = System.nanoTime() - startNanos < timeoutNanos;
    }

    @Override
    public void retract() {
      doorbell.retract();
    }

    @Override
    public void retract(BooleanSupplier mayEnd) {
      doorbell.retract(mayEnd);
    }

    @Override
    public void ring() {
      doorbell.ring();
    }

    @Override
    public boolean doze() {
      return doorbell.doze();
    }
  }

  /** Returns whether a thread waits here, so that the platform thread looks. */
  boolean isBusy() {
    return count > 0;
  }

  /** Adds a wait of this thread, which then looks once more and parks. */
  void add(SlowWait<?> wait) {
    lock.lock();
    try {
      wait.isAdded(added++);
      if (wait.isOpen()) {
        lines.computeIfAbsent(LineKey.of(wait), _ -> new TreeSet<>(SlowWait.ORDER)).add(wait);
      } else {
        closedWaits.add(wait);
      }
      changeCount(1);
      if (thread == null && !closed) {
        startThread();
      } else if (asleep) {
        LockSupport.unpark(thread);
      }
    } finally {
      lock.unlock();
    }
  }

  private void startThread() {
    thread =
        Thread.ofPlatform()
            .group(group)
            .daemon()
            .inheritInheritableThreadLocals(false)
            .name("armci-waits-" + rank)
            .start(this::run);
  }

  /** Ends what {@link #add} began: this thread looks again, or has given up. */
  void remove(SlowWait<?> wait) {
    lock.lock();
    try {
      if (!wait.isAdded()) {
        woken--;
        return;
      }
      wait.isRemoved();
      changeCount(-1);
      if (wait.isOpen()) {
        removeFromLine(wait);
      } else {
        closedWaits.remove(wait);
      }
    } finally {
      lock.unlock();
    }
  }

  private void removeFromLine(SlowWait<?> wait) {
    LineKey key = LineKey.of(wait);
    TreeSet<SlowWait<?>> line = lines.get(key);
    line.remove(wait);
    if (line.isEmpty()) {
      lines.remove(key);
    }
  }

  private void run() {
    while (hasWaits()) {
      try {
        looker.await(WOKEN, this, 0, 0, Long.MAX_VALUE, "waits of virtual threads");
      } catch (Throwable forTheWaits) { // such as a failed rank: each wait meets it itself
        wakeAll();
      }
    }
  }

  /**
   * Sleeps while there is no wait. Returns false when there has been none for long or this is
   * closed: the thread ends.
   */
  private boolean hasWaits() {
    long startNanos = System.nanoTime();
    long leftNanos = IDLE_NANOS;
    while (true) {
      lock.lock();
      try {
        asleep = count == 0 && leftNanos > 0 && !closed;
        if (count > 0 && !closed) {
          return true;
        }
        if (!asleep) {
          thread = null;
          return false;
        }
      } finally {
        lock.unlock();
      }
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = IDLE_NANOS - (System.nanoTime() - startNanos);
    }
  }

  /** Wakes waits that may be over. Returns true if it has woken one, or there is none left. */
  private boolean look(boolean rung) {
    lock.lock();
    try {
      boolean any = wakeOpen();
      wakeClosed(rung);
      return any || count == 0;
    } finally {
      lock.unlock();
    }
  }

  private boolean wakeOpen() {
    int before = count;
    Iterator<TreeSet<SlowWait<?>>> all = lines.values().iterator();
    while (all.hasNext() && woken < MOST_WOKEN) {
      TreeSet<SlowWait<?>> line = all.next();
      while (woken < MOST_WOKEN && !line.isEmpty() && line.first().mayEnd()) {
        wake(line.removeFirst());
      }
      if (line.isEmpty()) {
        all.remove();
      }
    }
    return count < before;
  }

  /**
   * Wakes one after the other. The platform thread learns nothing from it, so it may go to sleep
   * afterwards.
   */
  private void wakeClosed(boolean rung) {
    int left = Math.min(leftInRound, closedWaits.size());
    // A ring is for one wait. With many, the others' looks would take the time of the threads that
    // bring what is awaited.
    boolean all = rung && closedWaits.size() <= MOST_WOKEN;
    if (all || (left == 0 && System.nanoTime() - roundNanos >= ROUND_NANOS)) {
      left = closedWaits.size();
      roundNanos = System.nanoTime();
    }
    Iterator<SlowWait<?>> next = closedWaits.iterator();
    while (left > 0 && woken < MOST_WOKEN) {
      wake(next.next());
      next.remove();
      left--;
    }
    leftInRound = left;
  }

  private void wakeAll() {
    lock.lock();
    try {
      lines.values().forEach(line -> line.forEach(this::wakeToMeet));
      lines.clear();
      closedWaits.forEach(this::wakeToMeet);
      closedWaits.clear();
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock; isBusy reads without it
  private void changeCount(int by) {
    count += by;
  }

  private void wakeToMeet(SlowWait<?> wait) {
    wait.makesProgress();
    wake(wait);
  }

  private void wake(SlowWait<?> wait) {
    changeCount(-1);
    woken++;
    wait.isRemoved();
    wait.unpark();
  }

  /**
   * Wakes the waits and ends the platform thread: the memory of the doorbell may end when this
   * returns. The waits find themselves closed.
   */
  void close() {
    Thread running;
    lock.lock();
    try {
      closed = true;
      running = thread;
    } finally {
      lock.unlock();
    }
    wakeAll();
    looker.close();
    if (running != null) {
      LockSupport.unpark(running);
      join(running);
    }
  }

  private static void join(Thread running) {
    try {
      running.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
