package org.armci4j.waiting;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
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
          return waits.look();
        }

        /** Has the thread that has brought something wake the waits, too. */
        @Override
        public boolean mayHold(VirtualWaits waits, long first, long second) {
          return waits.look();
        }
      };

  /** How long the platform thread stays without a wait. */
  private static final long IDLE_NANOS = 1_000_000_000;

  /**
   * Threads that are woken and have not looked yet. More would only queue for the carriers, and
   * where all of them wait for room, most would look in vain.
   */
  private static final int MOST_WOKEN = 64;

  /** Shortest time between two looks of a wait that only its own thread can look at. */
  private static final long ROUND_NANOS = 100_000;

  private static final long JOIN_MILLIS = 5000;

  private final Waiter looker;
  private final int rank;

  /** The rank's, as a virtual thread, which starts the platform thread, is in no rank's group. */
  private final ThreadGroup group = Thread.currentThread().getThreadGroup();

  /** Guards all below. No thread waits while it holds it. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Waits that the platform thread can look at, by what they wait for. */
  private final Map<Key, TreeSet<SlowWait<?>>> lines = new HashMap<>();

  /** Waits that only their own threads can look at, in the order in which they are woken. */
  private final Queue<SlowWait<?>> closedWaits = new ArrayDeque<>();

  private Thread thread;
  private boolean asleep;
  private boolean closed;

  /** Number of waits in the lines and among the closed ones; read without the lock as a hint. */
  private volatile int count;

  private int woken;

  /** Number of all waits so far, which gives equal waits their order. */
  private long added;

  /** When the latest round of the closed waits began, and how many it has not woken yet. */
  private long roundNanos = System.nanoTime();

  private int leftInRound;

  /** What the waits of a line wait for; {@code second} is 0 where it is their order. */
  private record Key(Condition<?> condition, Object subject, long first, long second) {
    static Key of(SlowWait<?> wait) {
      return new Key(
          wait.condition(), wait.subject(), wait.first(), wait.isOrdered() ? 0 : wait.second());
    }
  }

  VirtualWaits(
      Bootstrap bootstrap, BooleanSupplier progress, Doorbell doorbell, WaitPolicy policy) {
    this.rank = bootstrap.rank();
    // Its own board, never reported: the virtual threads post their waits themselves.
    this.looker =
        Waiter.ofPlatformThread(bootstrap, progress, doorbell, policy, new WaitBoard(rank));
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
        lines.computeIfAbsent(Key.of(wait), _ -> new TreeSet<>(SlowWait.ORDER)).add(wait);
      } else {
        closedWaits.add(wait);
      }
      count++;
      if (thread == null) {
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

  /** Ends what {@link #add} began: this thread looks again. */
  void remove(SlowWait<?> wait) {
    lock.lock();
    try {
      if (!wait.isAdded()) {
        woken--;
        return;
      }
      wait.isRemoved();
      count--;
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
    Key key = Key.of(wait);
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
      } catch (RuntimeException forTheWaits) {
        wakeAll(); // a rank has failed, say, or the runtime is closed: each wait finds out itself
      }
    }
  }

  /** Sleeps while there is no wait; returns false, and ends, when there has been none for long. */
  private boolean hasWaits() {
    long startNanos = System.nanoTime();
    long leftNanos = IDLE_NANOS;
    while (true) {
      lock.lock();
      try {
        asleep = count == 0;
        if (!asleep) {
          return true;
        }
        if (leftNanos <= 0 || closed) {
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

  /** Wakes waits that may be over; returns true when one was, or there are none left. */
  private boolean look() {
    lock.lock();
    try {
      boolean any = wakeOpen();
      wakeClosed();
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

  /** Wakes one after the other. That tells nothing, so the platform thread may go to sleep. */
  private void wakeClosed() {
    if (closedWaits.isEmpty()) {
      return;
    }
    if (leftInRound <= 0 && System.nanoTime() - roundNanos >= ROUND_NANOS) {
      roundNanos = System.nanoTime();
      leftInRound = closedWaits.size();
    }
    while (leftInRound > 0 && woken < MOST_WOKEN && !closedWaits.isEmpty()) {
      wake(closedWaits.remove());
      leftInRound--;
    }
  }

  private void wakeAll() {
    lock.lock();
    try {
      lines.values().forEach(line -> line.forEach(this::wake));
      lines.clear();
      closedWaits.forEach(this::wake);
      closedWaits.clear();
    } finally {
      lock.unlock();
    }
  }

  private void wake(SlowWait<?> wait) {
    count--;
    woken++;
    wait.isRemoved();
    wait.unpark();
  }

  /**
   * Ends the waits and the platform thread: the memory of the doorbell may end when this returns.
   */
  void close() {
    looker.close();
    Thread running;
    lock.lock();
    try {
      closed = true;
      running = thread;
    } finally {
      lock.unlock();
    }
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
