package org.armci4j;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.Words;
import org.armci4j.waiting.Waiter;

/**
 * A set of mutexes between ranks, each of which uses one thread at a time.
 *
 * <p>The state of a mutex is one word at its host: who holds it, and who is next. Ranks that do not
 * get it at once line up. Only the first of them looks at the state: it takes the mutex if it is
 * free, and else writes itself down as the next, to whom the holder then gives it. So while the
 * first has not noticed that it is the first, as it sleeps or has no core, the mutex goes round
 * among the ranks that run; once it has, it waits for one holder.
 */
final class RankMutexes {

  /** A slot per cache-line pair: they are written by different ranks. */
  private static final long STRIDE_BYTES = 128;

  /** In a slot at the host: the last in the queue (rank + 1). */
  private static final long TAIL = 0;

  /** In a slot at the host: the holder (rank + 1), 0 for none, and who has asked it to be next. */
  private static final long STATE = 64;

  private static final int NEXT_SHIFT = 32;

  /** In a rank's queue node: the rank behind it (rank + 1). */
  private static final long NEXT = 0;

  /** In a queue node: how often its rank has become the first of the queue. */
  private static final long TURN = 8;

  /** In a queue node: how often its rank was given the mutex by a holder. */
  private static final long GIVEN = 16;

  private final Armci armci;
  private final Waiter waiter;

  /** This rank as it stands in words. */
  private final long me;

  /** Slots: one for each mutex that a rank hosts. */
  private final GlobalMemory hosts;

  /** By host: the number of its first mutex in the count over all hosts; and the number of all. */
  private final int[] firsts;

  /** Queue nodes: one for each mutex of the set, in every rank's block. */
  private final GlobalMemory nodes;

  /** Collective. */
  RankMutexes(Armci armci, Waiter waiter, int count) {
    this.armci = armci;
    this.waiter = waiter;
    this.me = armci.rank() + 1L;
    this.hosts = armci.world().allocate(() -> hostedBytes(count));
    this.firsts = new int[armci.size() + 1];
    for (int host = 0; host < armci.size(); host++) {
      firsts[host + 1] = firsts[host] + (int) (hosts.sizeBytes(host) / STRIDE_BYTES);
    }
    this.nodes = armci.allocate(STRIDE_BYTES * firsts[armci.size()]);
  }

  private static long hostedBytes(int count) {
    if (count < 0) {
      throw new ArmciException(Text.format("cannot host %d mutexes", count));
    }
    return STRIDE_BYTES * count;
  }

  /** How many mutexes a rank hosts. */
  int count(int host) {
    return firsts[host + 1] - firsts[host];
  }

  /** The number of a mutex in the count over all hosts. */
  int index(int host, int number) {
    return firsts[host] + number;
  }

  private static long state(LocalMutex mutex) {
    return STRIDE_BYTES * mutex.number + STATE;
  }

  private long node(LocalMutex mutex) {
    return STRIDE_BYTES * index(mutex.host, mutex.number);
  }

  /** Changes the state if it is as expected, and returns what it was. */
  private long change(LocalMutex mutex, long expected, long state) {
    return armci.longAtomics().compareAndSwap(hosts, mutex.host, state(mutex), expected, state);
  }

  /** Locks a mutex if it is free. */
  boolean tryLock(LocalMutex mutex) {
    return change(mutex, 0, me) == 0;
  }

  /** Locks a mutex, waiting for it as long as need be. */
  void lock(LocalMutex mutex) {
    if (!tryLock(mutex)) {
      lineUp(mutex);
      lockAsFirst(mutex);
      mutex.waitsNoMore();
      leaveQueue(mutex);
    }
  }

  /** Returns when this rank is the first in the queue. */
  private void lineUp(LocalMutex mutex) {
    long node = node(mutex);
    // By a store, which is there when the queue is joined. A put to this rank itself may be under
    // way longer, where ranks of one host use the network, and then undo what the successor writes.
    Words.setRelease(nodes.local(), node + NEXT, 0L);
    long before =
        armci.longAtomics().swap(hosts, mutex.host, STRIDE_BYTES * mutex.number + TAIL, me);
    if (before != 0) {
      armci.signal(nodes, (int) before - 1, node + NEXT, me);
      mutex.waitsFor((int) before - 1);
      await(mutex, TURN, Comparison.GE, ++mutex.turns);
    }
  }

  private long await(LocalMutex mutex, long word, Comparison comparison, long value) {
    return waiter.awaitWord(
        nodes.local(), node(mutex) + word, comparison, value, Long.MAX_VALUE, mutex);
  }

  /** Takes the mutex when it is free, or else asks its holder for it. */
  private void lockAsFirst(LocalMutex mutex) {
    long seen = change(mutex, 0, me);
    while (seen != 0) {
      long holder = seen;
      seen = change(mutex, holder, holder | me << NEXT_SHIFT);
      if (seen == holder) {
        mutex.waitsFor((int) holder - 1);
        await(mutex, GIVEN, Comparison.GE, ++mutex.given);
        return;
      }
      if (seen == 0) {
        seen = change(mutex, 0, me);
      }
    }
  }

  private void leaveQueue(LocalMutex mutex) {
    long node = node(mutex);
    long next = Words.getAcquire(nodes.local(), node + NEXT);
    if (next == 0) {
      long tail = STRIDE_BYTES * mutex.number + TAIL;
      if (armci.longAtomics().compareAndSwap(hosts, mutex.host, tail, me, 0) == me) {
        return;
      }
      // Somebody is in the queue behind us and about to say so.
      next = await(mutex, NEXT, Comparison.NE, 0);
    }
    armci.signals().add(nodes, (int) next - 1, node + TURN, 1);
  }

  /** Unlocks a mutex; all that this thread has put is in place before. */
  void unlock(LocalMutex mutex) {
    armci.fenceAll();
    long seen = change(mutex, me, 0);
    if (seen == me) {
      return;
    }
    // The first in the queue has asked for it, and waits: nobody else changes the state now.
    long next = seen >>> NEXT_SHIFT;
    change(mutex, seen, next);
    armci.signals().add(nodes, (int) next - 1, node(mutex) + GIVEN, 1);
  }

  /** Collective. */
  void free() {
    armci.free(nodes);
    armci.free(hosts);
  }

  /** The set's name, equal on all ranks. */
  String name() {
    return hosts.name();
  }
}
