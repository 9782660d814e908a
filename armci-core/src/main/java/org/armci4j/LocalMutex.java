package org.armci4j;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.bootstrap.Printable;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.waiting.AwaitedRank;
import org.armci4j.waiting.Waiter;

/**
 * One rank's side of one mutex: a lock between the rank's own threads, and the holder's knowledge
 * of the other ranks. The lock guards all fields. Stall reports read them without the lock, so a
 * report may be slightly out of date.
 */
final class LocalMutex extends ReentrantLock implements AwaitedRank {
  private static final long serialVersionUID = 1L;
  private static final int NOBODY = -1;

  /**
   * Interval at which a waiting thread checks whether the holder, a thread of the same rank, still
   * lives. It also checks before it waits. Each check puts it at the end of the queue.
   */
  private static final long LOOK_NANOS = 1_000_000_000;

  /**
   * Number of waiting threads that check in one interval; further threads check more rarely. Each
   * check walks through the queue, so checks of thousands of threads would leave no time to the
   * holder.
   */
  private static final int LOOKS = 1000;

  /**
   * Threads in a row that may take the lock ahead of the first waiter. A sleeper needs as long to
   * wake up as some hundred threads need to use the mutex.
   */
  private static final int MOST_PASSES = 256;

  final int host;
  final int number;

  /** The state at the host. */
  final transient MutexWord word;

  /** Whether this rank polls the state, as the queue may be torn; see {@link RankMutexes}. */
  boolean polls;

  /** Number of waits of this rank to become the first in the queue; see {@link RankMutexes}. */
  long turns;

  /** Number of waits of this rank for a holder to hand over the mutex. */
  long given;

  private int passes;

  /** Number of waiting threads. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** The rank that this rank waits for, or {@link #NOBODY}. */
  private int behind = NOBODY;

  LocalMutex(int host, int number, MutexWord word) {
    super(true);
    this.word = word;
    this.host = host;
    this.number = number;
  }

  /**
   * Takes the lock; waits without a limit.
   *
   * @param operation the operation's name in messages
   * @param rank this rank
   * @param waiter throws when a rank has failed or the runtime is closed
   */
  void enter(String operation, int rank, Waiter waiter) {
    if (passes < MOST_PASSES && tryEnter()) {
      return;
    }
    boolean interrupted = false;
    long lookNanos = LOOK_NANOS + waiting.getAndIncrement() * (LOOK_NANOS / LOOKS);
    try {
      while (true) {
        try {
          refuseDeadHolder(operation, rank);
          if (tryLock(lookNanos, TimeUnit.NANOSECONDS)) {
            passes = 0;
            return;
          }
          waiter.requireGoingOn(this::toString);
        } catch (InterruptedException later) {
          interrupted = true; // an interrupt does not end a wait of the runtime
        }
      }
    } finally {
      waiting.getAndDecrement();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes the lock if it is free, even ahead of waiting threads. */
  boolean tryEnter() {
    boolean entered = tryLock();
    if (entered && hasQueuedThreads()) {
      passes++;
    }
    return entered;
  }

  /** Records the rank that this rank waits for. */
  void waitsFor(int rank) {
    behind = rank;
  }

  @Override
  public int awaitedRank() {
    return behind;
  }

  /** Records that this rank does not wait. */
  void waitsNoMore() {
    behind = NOBODY;
  }

  /**
   * Throws if the holder thread has ended without unlocking, so that the lock stays taken forever.
   * A thread that unlocked before it ended is no holder when it is looked for again.
   */
  private void refuseDeadHolder(String operation, int rank) {
    Thread owner = getOwner();
    if (owner != null && !owner.isAlive() && owner.equals(getOwner())) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: thread %s has ended without unlocking %s; nobody can do it any more",
              operation, rank, Printable.line(owner.getName()), this));
    }
  }

  /** Returns a line for stall reports, or an empty text. */
  String report() {
    Thread owner = getOwner();
    if (owner == null) {
      return "";
    }
    String state = behind == NOBODY ? "holds " : "wants ";
    return state + this + ", thread " + owner.getName() + "\n";
  }

  @Override
  public String toString() {
    int rank = behind;
    String name = Text.format("mutex %d of rank %d", number, host);
    return rank == NOBODY ? name : name + ", behind rank " + rank;
  }
}
