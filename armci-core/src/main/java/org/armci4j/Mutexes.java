package org.armci4j;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/**
 * Mutexes that live on ranks and are locked by any rank. Each rank hosts as many as it said when
 * the set was made; a mutex is named by its host and its number there.
 *
 * <p>Ranks that wait form a queue. The first of them is given the mutex at the next unlock once it
 * has noticed that it is the first; until then, as long as it sleeps or has no core, a rank that
 * asks while the mutex is free gets it at once. To wait for a sleeper each time would cost
 * everybody far more than the mutex guards: 10 ranks on 2 cores that had other work too took 640 µs
 * a lock with it, and 0.4 µs without. Nobody starves: each rank that waits becomes the first after
 * those before it. Threads of one rank take turns in the same way: when some 256 in a row have
 * passed one that waits, the others line up behind it.
 *
 * <p>A waiting rank looks at a word of its own, so waiting loads neither the host nor a network. A
 * thread that locks a mutex sees all that its last holder put before it unlocked.
 *
 * <p>Source: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory
 * multiprocessors" (1991), the list-based queueing lock, here the queue of those that wait; ARMCI's
 * {@code ARMCI_Create_mutexes}.
 */
public final class Mutexes implements AutoCloseable {
  private final Armci armci;
  private final Waiter waiter;
  private final int me;
  private final RankMutexes ranks;

  /** By number in the count over all hosts. */
  private final LocalMutex[] locals;

  private final Supplier<String> report = this::report;

  private volatile boolean closed;

  /** Collective. */
  Mutexes(Armci armci, Waiter waiter, int count) {
    this.armci = armci;
    this.waiter = waiter;
    this.me = armci.rank();
    this.ranks = new RankMutexes(armci, waiter, count);
    this.locals = new LocalMutex[ranks.index(armci.size(), 0)];
    for (int host = 0; host < armci.size(); host++) {
      for (int number = 0; number < ranks.count(host); number++) {
        locals[ranks.index(host, number)] = new LocalMutex(host, number);
      }
    }
    waiter.board().addPart(report);
  }

  /** The mutexes that this rank holds or wants, a line each. */
  private String report() {
    return Arrays.stream(locals).map(LocalMutex::report).collect(Collectors.joining());
  }

  /**
   * How many mutexes a rank hosts.
   *
   * @param host the rank
   * @return as it said when the set was made
   * @throws ArmciException when there is no such rank
   */
  public int count(int host) {
    requireHost("count", host);
    return ranks.count(host);
  }

  /**
   * Locks a mutex, waiting for it as long as need be.
   *
   * @param host the rank that hosts it
   * @param number its number there, from 0
   * @throws ArmciException when there is no such mutex, or this thread holds it already
   * @throws ArmciException when a thread of this rank has ended that held it, or the runtime is
   *     closed meanwhile
   * @throws RankFailedException when a rank fails meanwhile; the mutex is then of no more use
   */
  public void lock(int host, int number) {
    LocalMutex mutex = mutex("lock", host, number);
    refuseHolder("lock", mutex);
    mutex.enter("lock", me, waiter);
    boolean locked = false;
    try {
      ranks.lock(mutex);
      locked = true;
    } finally {
      if (!locked) {
        mutex.waitsNoMore();
        mutex.unlock();
      }
    }
  }

  /**
   * Locks a mutex if nobody holds it. Never waits for another rank.
   *
   * @param host the rank that hosts it
   * @param number its number there, from 0
   * @return whether this thread holds it now
   * @throws ArmciException when there is no such mutex, or this thread holds it already
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
    } finally {
      if (!locked) {
        mutex.unlock();
      }
    }
  }

  /**
   * Unlocks a mutex; begins with a fence, so that the next holder sees what this thread put.
   *
   * @param host the rank that hosts it
   * @param number its number there, from 0
   * @throws ArmciException when there is no such mutex, or this thread does not hold it
   */
  public void unlock(int host, int number) {
    LocalMutex mutex = mutex("unlock", host, number);
    if (!mutex.isHeldByCurrentThread()) {
      throw new ArmciException(
          Text.format(
              "unlock by rank %d: this thread does not hold mutex %d of rank %d",
              me, number, host));
    }
    ranks.unlock(mutex);
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
    ShortWork.refuse(operation); // also what need not wait: unlocking begins with a fence
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
   * Frees the set. Collective; nobody may hold or want one of its mutexes. A second call does
   * nothing, nor does any behind the runtime's own close.
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
