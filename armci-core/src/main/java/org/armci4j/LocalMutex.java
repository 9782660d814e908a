package org.armci4j;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.bootstrap.Printable;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.waiting.Waiter;

/**
 * One rank's side of one mutex: a lock between the rank's own threads, and what the thread that has
 * it knows of the other ranks. All but the lock is guarded by the lock. Reports look at it without:
 * what they say may be a moment old.
 */
final class LocalMutex extends ReentrantLock {
  private static final long serialVersionUID = 1L;
  private static final int NOBODY = -1;

  /**
   * How often a thread that waits for another one of its rank looks whether that one lives. It
   * looks before it waits too, and goes to the end of the queue with each look.
   */
  private static final long LOOK_NANOS = 1_000_000_000;

  /**
   * How many threads in a row may take the lock before the first that waits: a sleeper takes as
   * long to wake up as some hundred of them with the mutex.
   */
  private static final int MOST_PASSES = 256;

  final int host;
  final int number;

  /** How often this rank has waited to be the first in the queue; see {@link RankMutexes}. */
  long turns;

  /** How often it has waited to be given the mutex. */
  long given;

  private int passes;

  /** The rank that this one waits for, or {@link #NOBODY}. */
  private int behind = NOBODY;

  LocalMutex(int host, int number) {
    super(true);
    this.host = host;
    this.number = number;
  }

  /**
   * Takes the lock, waiting for it as long as need be.
   *
   * @param operation named in messages
   * @param rank whose lock it is
   * @param waiter tells of the end of all waits
   */
  void enter(String operation, int rank, Waiter waiter) {
    if (passes < MOST_PASSES && tryEnter()) {
      return;
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          refuseDeadHolder(operation, rank);
          if (tryLock(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
            passes = 0;
            return;
          }
          waiter.requireGoingOn(this::toString);
        } catch (InterruptedException later) {
          interrupted = true; // waits of the runtime end with what they wait for
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes the lock if it is free, also before those that wait for it. */
  boolean tryEnter() {
    boolean entered = tryLock();
    if (entered && hasQueuedThreads()) {
      passes++;
    }
    return entered;
  }

  /** Says for whom this rank waits now. */
  void waitsFor(int rank) {
    behind = rank;
  }

  /** Says that this rank waits no more. */
  void waitsNoMore() {
    behind = NOBODY;
  }

  /** The holder, if it has this lock for good, as it ended without giving it back. */
  private void refuseDeadHolder(String operation, int rank) {
    Thread owner = getOwner();
    if (owner != null && !owner.isAlive()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: thread %s has ended without unlocking %s; nobody can do it any more",
              operation, rank, Printable.line(owner.getName()), this));
    }
  }

  /** A line for stall reports, or nothing. */
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
