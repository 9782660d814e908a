package org.armci4j;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.MutexBrokenException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/**
 * A set of mutexes that ranks host and any rank can lock. Each rank chose its number of mutexes
 * when the set was made. A mutex is named by its host and its number there.
 *
 * <p>Waiting ranks form a queue. Once the first rank has noticed that it is the first, it gets the
 * mutex at the next unlock. Until then, while it sleeps or has no core, any rank that asks for the
 * free mutex gets it at once. Waiting for a sleeper each time would cost far more than the guarded
 * work. No rank starves: each waiting rank becomes the first after the ranks before it. Threads of
 * one rank may overtake likewise: after some 256 threads in a row have passed a waiting thread,
 * further threads queue behind it.
 *
 * <p>A waiting rank polls a word of its own, so waiting loads neither the host nor a network. A
 * thread that locks a mutex sees all puts that the last holder made before it unlocked.
 *
 * <p>A job may go on without a rank that fails ({@code onFailure=continue}). Mutexes that the lost
 * rank hosts throw; all others stay usable. A mutex that the rank held is broken: the next {@link
 * #lock} takes it and throws a {@link MutexBrokenException}. A waiting rank then polls the host,
 * with pauses of up to 0.2 ms and in no order. A rank that has not polled this mutex joins the
 * queue once, its wait ends, and then it polls. A set of the shrunk group is faster under
 * contention.
 *
 * <p>Source: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory
 * multiprocessors" (1991), the list-based queueing lock, here used for the queue of waiting ranks;
 * ARMCI's {@code ARMCI_Create_mutexes}.
 */
public final class Mutexes implements AutoCloseable {
  private final Armci armci;
  private final Waiter waiter;
  private final int me;
  private final RankMutexes ranks;

  /** This rank's side of each mutex, by {@link RankMutexes#index}. */
  private final LocalMutex[] locals;

  private final Supplier<String> report = this::report;

  private volatile boolean closed;

  /** Makes the set. Collective. */
  Mutexes(Armci armci, Group group, int count) {
    this.armci = armci;
    this.waiter = group.lossProofWaiter();
    this.me = armci.rank();
    this.ranks = new RankMutexes(armci, group, count);
    this.locals = new LocalMutex[ranks.index(armci.size(), 0)];
    for (int host = 0; host < armci.size(); host++) {
      for (int number = 0; number < ranks.count(host); number++) {
        locals[ranks.index(host, number)] = new LocalMutex(host, number, ranks.word(host, number));
      }
    }
    waiter.board().addPart(report);
  }

  /** Returns the mutexes that this rank holds or wants, one a line. */
  private String report() {
    return Arrays.stream(locals).map(LocalMutex::report).collect(Collectors.joining());
  }

  /**
   * Returns the number of mutexes that a rank hosts.
   *
   * @param host the rank
   * @return the number that the rank gave when the set was made
   * @throws ArmciException when there is no such rank
   */
  public int count(int host) {
    requireHost("count", host);
    return ranks.count(host);
  }

  /**
   * Locks a mutex; waits without a limit.
   *
   * @param host the rank that hosts it
   * @param number its number there, from 0
   * @throws ArmciException when there is no such mutex, or this thread holds it already
   * @throws ArmciException when a thread of this rank has ended while holding it, or the runtime is
   *     closed meanwhile
   * @throws MutexBrokenException when its holder has failed and the job goes on: <b>this thread
   *     holds the mutex</b>
   * @throws RankFailedException when the host has failed, or a failure ends the job
   */
  public void lock(int host, int number) {
    LocalMutex mutex = mutex("lock", host, number);
    refuseHolder("lock", mutex);
    mutex.enter("lock", me, waiter);
    boolean locked = false;
    try {
      ranks.lock(mutex);
      locked = true;
    } catch (MutexBrokenException broken) {
      locked = true;
      throw broken;
    } finally {
      if (!locked) {
        mutex.waitsNoMore();
        mutex.unlock();
      }
    }
  }

  /**
   * Locks a mutex if it is free. Never waits for another rank.
   *
   * @param host the rank that hosts it
   * @param number its number there, from 0
   * @return whether this thread holds it now
   * @throws ArmciException when there is no such mutex, or this thread holds it already
   * @throws MutexBrokenException when its holder has failed and the job goes on: <b>this thread
   *     holds the mutex</b>
   * @throws RankFailedException when the host has failed
   */
  public boolean tryLock(int host, int number) {
    LocalMutex mutex = mutex("tryLock", host, number);
    refuseHolder("tryLock", mutex);
    if (!mutex.tryEnter()) {
      return false;
    }
    boolean locked = false;
    try {
      locked = ranks.tryLock(mutex);
      return locked;
    } catch (MutexBrokenException broken) {
      locked = true;
      throw broken;
    } finally {
      if (!locked) {
        mutex.unlock();
      }
    }
  }

  /**
   * Unlocks a mutex. Begins with a fence, so that the next holder sees this thread's puts.
   *
   * @param host the rank that hosts it
   * @param number its number there, from 0
   * @throws ArmciException when there is no such mutex, or this thread does not hold it
   * @throws RankFailedException when the host has failed; this thread holds the mutex no more
   */
  public void unlock(int host, int number) {
    LocalMutex mutex = mutex("unlock", host, number);
    if (!mutex.isHeldByCurrentThread()) {
      throw new ArmciException(
          Text.format(
              "unlock by rank %d: this thread does not hold mutex %d of rank %d",
              me, number, host));
    }
    try {
      ranks.unlock(mutex);
    } catch (RankFailedException hostLost) {
      mutex.unlock(); // this rank's other threads wait for it, and learn of the lost host then
      throw hostLost;
    }
    mutex.unlock();
  }

  private void refuseHolder(String operation, LocalMutex mutex) {
    if (mutex.isHeldByCurrentThread()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: this thread holds mutex %d of rank %d already",
              operation, me, mutex.number, mutex.host));
    }
  }

  private LocalMutex mutex(String operation, int host, int number) {
    armci.requireOpen(operation);
    ShortWork.refuse(operation); // even for calls that need no wait: unlocking begins with a fence
    requireHost(operation, host);
    if (number < 0 || number >= ranks.count(host)) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no mutex %d on rank %d, which hosts %d",
              operation, me, number, host, ranks.count(host)));
    }
    if (closed) {
      throw new ArmciException(
          Text.format("%s by rank %d: this set of mutexes has been closed", operation, me));
    }
    return locals[ranks.index(host, number)];
  }

  private void requireHost(String operation, int host) {
    if (host < 0 || host >= armci.size()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no rank %d, ranks are 0 to %d",
              operation, me, host, armci.size() - 1));
    }
  }

  /**
   * Frees the set. Collective, but waits for no rank; no thread may hold or want one of its
   * mutexes. A second call does nothing, nor does a call after the runtime's own close.
   */
  @Override
  public void close() {
    if (closed || armci.isClosed()) {
      return;
    }
    ranks.free();
    closed = true;
    waiter.board().removePart(report);
  }

  @Override
  public String toString() {
    return "mutexes " + ranks.name();
  }
}
