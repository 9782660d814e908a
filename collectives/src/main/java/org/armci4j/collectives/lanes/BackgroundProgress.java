package org.armci4j.collectives.lanes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.Armci;
import org.armci4j.Companion;

/**
 * Drives a rank's collectives while the rank computes: one thread for all groups, made by the first
 * nonblocking call. It looks, and sleeps for a moment when there was nothing to do; when nothing is
 * under way for a while, it sleeps until it is woken. So a start seldom makes a system call, and a
 * signal never does: nobody rings a bell for this thread.
 */
final class BackgroundProgress implements Companion {
  private static final VarHandle LOOKS;

  static {
    try {
      LOOKS = MethodHandles.lookup().findVarHandle(BackgroundProgress.class, "looks", int.class);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("looks", e);
    }
  }

  /** Longest time between two steps of a collective whose rank is busy. */
  private static final long NAP_NANOS = 100_000;

  /**
   * Longest nap while a waiting thread looks far more often itself, or is at work: this one would
   * only take its core. When that thread goes back to its own work, this one may be so late once.
   */
  private static final long LONG_NAP_NANOS = 1_600_000;

  /** Looks of other threads within a nap that show a waiting thread. */
  private static final int WAITING_LOOKS = 8;

  /** Naps without progress before it sleeps; the next start then wakes it. */
  private static final int IDLE_NAPS = 100;

  /**
   * Looks without a nap after it has made progress. What others do is none of its business: each
   * look would take from their caches what they write at every start.
   */
  private static final int EAGER_LOOKS = 200;

  private final int rank;

  /** Looks of other threads; a race between them loses counts, no look. */
  private int looks;

  /** The driving thread's own: {@link #looks} when it saw them last. */
  private int seen;

  /** The same: how long it leaves the work to others the next time. */
  private long napNanos = NAP_NANOS;

  private volatile Lanes[] all = {};

  /** With memory that other ranks may reach until the runtime ends. */
  private final List<Lane> kept = new ArrayList<>();

  private volatile Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;

  private BackgroundProgress(Armci armci) {
    this.rank = armci.rank();
  }

  static BackgroundProgress of(Armci armci) {
    return armci.companion(BackgroundProgress.class, BackgroundProgress::new);
  }

  synchronized void add(Lanes lanes) {
    Lanes[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = lanes;
    all = more;
  }

  /** Keeps the memory of what a lane has ended here alone, which peers know by its address. */
  synchronized void keep(Lane lane) {
    kept.add(lane);
  }

  synchronized void remove(Lanes lanes) {
    all = Arrays.stream(all).filter(each -> each != lanes).toArray(Lanes[]::new);
  }

  /** A thread that tests or waits looks at a lane; and, if others are at work, at all. */
  void look(Lanes lanes, Lane lane) {
    LOOKS.setOpaque(this, looks + 1);
    if (lanes.progress(lane) || all.length > 1) {
      progressAll();
    }
  }

  /** Does for all groups what can be done without a wait. */
  private Lanes.Turn progressAll() {
    Lanes.Turn turn = Lanes.Turn.NOTHING;
    for (Lanes lanes : all) {
      Lanes.Turn one = lanes.progress();
      turn = one.compareTo(turn) > 0 ? one : turn;
    }
    return turn;
  }

  /** Moves on what the driving thread cannot: operations on memory confined to the caller. */
  @Override
  public boolean doOwnWork() {
    boolean more = false;
    for (Lanes lanes : all) {
      more |= lanes.progressConfined();
    }
    return more;
  }

  /** Something is under way: the thread looks after it from now on. */
  void awake() {
    Thread driver = thread;
    if (driver == null) {
      startThread();
    } else if (asleep) {
      LockSupport.unpark(driver);
    }
  }

  private synchronized void startThread() {
    if (thread == null && !closed) {
      thread = Thread.ofPlatform().daemon().name("armci-progress-" + rank).start(this::drive);
    }
  }

  private void drive() {
    int idle = 0;
    int eager = 0;
    while (!closed) {
      int others = looksOfOthers();
      Lanes.Turn turn = others > 0 ? Lanes.Turn.OTHERS : progressAll();
      if (turn == Lanes.Turn.OTHERS) {
        eager = 0;
        keepOff(others == 0 || others >= WAITING_LOOKS);
      } else if (turn == Lanes.Turn.DONE) {
        eager = EAGER_LOOKS;
      } else if (eager > 0) {
        eager--;
        Thread.onSpinWait();
      } else if (isBusy()) {
        idle = 0;
        napNanos = NAP_NANOS;
        LockSupport.parkNanos(this, NAP_NANOS);
      } else if (idle < IDLE_NAPS) {
        idle++;
        LockSupport.parkNanos(this, NAP_NANOS);
      } else {
        sleep();
        idle = 0;
      }
    }
  }

  /** Returns the number of looks of other threads since the last call. */
  private int looksOfOthers() {
    int now = (int) LOOKS.getOpaque(this);
    int since = now - seen;
    seen = now;
    return since;
  }

  /**
   * Leaves the work to others for a moment.
   *
   * @param longer whether one of them stays at it; else it has looked just now and then
   */
  private void keepOff(boolean longer) {
    LockSupport.parkNanos(this, napNanos);
    napNanos = longer ? Math.min(2 * napNanos, LONG_NAP_NANOS) : Math.max(napNanos / 2, NAP_NANOS);
  }

  /**
   * A thread that starts something counts it and then looks here; this one says that it sleeps and
   * then looks at the count. One of them sees the other.
   */
  private void sleep() {
    asleep = true;
    while (!isBusy() && !closed) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  private boolean isBusy() {
    for (Lanes lanes : all) {
      if (lanes.isBusy()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    Thread driver;
    synchronized (this) {
      closed = true;
      driver = thread;
    }
    if (driver != null) {
      LockSupport.unpark(driver);
      joinUninterruptibly(driver);
    }
  }

  private static void joinUninterruptibly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
