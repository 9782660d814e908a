package org.armci4j;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.Words;
import org.armci4j.waiting.Waiter;
import org.armci4j.waiting.WordCondition;

/**
 * A set of mutexes between ranks. In each rank, one thread at a time uses a mutex.
 *
 * <p>The state of a mutex is one word at its host: the holder and the next rank. Ranks that do not
 * get the mutex at once queue up. Only the first rank in the queue looks at the state. It takes the
 * mutex if that is free, and else enters itself as the next rank, to which the holder hands the
 * mutex over. While the first rank sleeps or has no core, it has not noticed its turn, and the
 * mutex circulates among the running ranks. Once it has noticed, it waits for one holder only.
 */
final class RankMutexes {

  /** Bytes from slot to slot: a pair of cache lines each, as different ranks write them. */
  private static final long STRIDE_BYTES = 128;

  /** In a slot at the host: the last in the queue (rank + 1). */
  private static final long TAIL = 0;

  /**
   * In a slot at the host: the holder (rank + 1), 0 for none; in the upper half the next rank (rank
   * + 1).
   */
  private static final long STATE = 64;

  private static final int NEXT_SHIFT = 32;

  /** In a rank's queue node: the rank behind it (rank + 1). */
  private static final long NEXT = 0;

  /** In a queue node: how often its rank has become the first in the queue. */
  private static final long TURN = 8;

  /** In a queue node: how often a holder has handed its rank the mutex. */
  private static final long GIVEN = 16;

  private final Armci armci;
  private final Group group;
  private final Waiter waiter;

  /** This rank as the words hold it: rank + 1. */
  private final long me;

  /** Slots: one in a rank's block for each mutex that it hosts. */
  private final GlobalMemory hosts;

  /**
   * By rank: the index of its first mutex among those of all hosts; at the end the number of all. A
   * rank that is no member hosts none.
   */
  private final int[] firsts;

  /** Queue nodes: one for each mutex of the set, in every rank's block. */
  private final GlobalMemory nodes;

  /** Makes the set. Collective. */
  RankMutexes(Armci armci, Group group, int count) {
    this.armci = armci;
    this.group = group;
    this.waiter = group.waiter(); // a lost member may hold the mutex, or be next in the queue
    this.me = armci.rank() + 1L;
    this.hosts = group.allocate(() -> hostedBytes(count));
    this.firsts = new int[armci.size() + 1];
    for (int host = 0; host < armci.size(); host++) {
      long bytes = group.groupRank(host) < 0 ? 0 : hosts.sizeBytes(host);
      firsts[host + 1] = firsts[host] + (int) (bytes / STRIDE_BYTES);
    }
    this.nodes = allocateNodes();
  }

  private GlobalMemory allocateNodes() {
    try {
      return group.allocate(STRIDE_BYTES * firsts[armci.size()]);
    } catch (ArmciException e) {
      group.freeLater(hosts);
      throw e;
    }
  }

  private static long hostedBytes(int count) {
    if (count < 0) {
      throw new ArmciException(Text.format("cannot host %d mutexes", count));
    }
    return STRIDE_BYTES * count;
  }

  /** Returns the number of mutexes that a rank hosts. */
  int count(int host) {
    return firsts[host + 1] - firsts[host];
  }

  /** Returns the index of a mutex among those of all hosts. */
  int index(int host, int number) {
    return firsts[host] + number;
  }

  private static long state(LocalMutex mutex) {
    return STRIDE_BYTES * mutex.number + STATE;
  }

  private long node(LocalMutex mutex) {
    return STRIDE_BYTES * index(mutex.host, mutex.number);
  }

  /** Changes the state if it is as expected, and returns the previous state. */
  private long change(LocalMutex mutex, long expected, long state) {
    return armci.longAtomics().compareAndSwap(hosts, mutex.host, state(mutex), expected, state);
  }

  /** Locks a mutex if it is free. */
  boolean tryLock(LocalMutex mutex) {
    return change(mutex, 0, me) == 0;
  }

  /** Locks a mutex; waits without a limit. */
  void lock(LocalMutex mutex) {
    if (!tryLock(mutex)) {
      lineUp(mutex);
      lockAsFirst(mutex);
      mutex.waitsNoMore();
      leaveQueue(mutex);
    }
  }

  /** Joins the queue and waits until this rank is the first in it. */
  private void lineUp(LocalMutex mutex) {
    long node = node(mutex);
    // A store takes effect before this rank joins the queue. Where ranks of one host use the
    // network, a put to this rank itself might arrive later and overwrite the successor's entry.
    Words.setRelease(nodes.local(), node + NEXT, 0L);
    long before =
        armci.longAtomics().swap(hosts, mutex.host, STRIDE_BYTES * mutex.number + TAIL, me);
    if (before != 0) {
      armci.signal(nodes, (int) before - 1, node + NEXT, me);
      mutex.waitsFor((int) before - 1);
      await(mutex, TURN, WordCondition.GE, ++mutex.turns);
    }
  }

  private long await(LocalMutex mutex, long word, WordCondition condition, long value) {
    return waiter.awaitWord(
        nodes.local(), node(mutex) + word, condition, value, Long.MAX_VALUE, mutex);
  }

  /** Takes the mutex if it is free, or else asks its holder for it and waits. */
  private void lockAsFirst(LocalMutex mutex) {
    long seen = change(mutex, 0, me);
    while (seen != 0) {
      long holder = seen;
      seen = change(mutex, holder, holder | me << NEXT_SHIFT);
      if (seen == holder) {
        mutex.waitsFor((int) holder - 1);
        await(mutex, GIVEN, WordCondition.GE, ++mutex.given);
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
      // Another rank has joined the queue behind this one and is about to enter itself here.
      next = await(mutex, NEXT, WordCondition.NE, 0);
    }
    armci.signals().add(nodes, (int) next - 1, node + TURN, 1);
  }

  /** Unlocks a mutex, after all puts of this thread are in place. */
  void unlock(LocalMutex mutex) {
    armci.fenceAll();
    long seen = change(mutex, me, 0);
    if (seen == me) {
      return;
    }
    // The first rank in the queue has asked for the mutex and waits, so no rank changes the state.
    long next = seen >>> NEXT_SHIFT;
    change(mutex, seen, next);
    armci.signals().add(nodes, (int) next - 1, node(mutex) + GIVEN, 1);
  }

  /** Frees the set. Collective. */
  void free() {
    group.freeLater(nodes);
    group.freeLater(hosts);
  }

  /** Returns the set's name, equal on all ranks. */
  String name() {
    return hosts.name();
  }
}
