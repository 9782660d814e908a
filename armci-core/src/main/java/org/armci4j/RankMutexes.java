package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.MutexBrokenException;
import org.armci4j.error.RankFailedException;
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
 *
 * <p>In a job that goes on without a rank, the queue may be torn: the rank was to pass the turn on.
 * So waiting ranks then poll the state, which alone excludes; see {@link MutexWord}. A rank that
 * has not polled this mutex joins the queue once, its wait ends, and then it polls. It never queues
 * for that mutex again, as its counts of turns may be wrong.
 */
final class RankMutexes {

  /** Bytes from slot to slot: a pair of cache lines each, as different ranks write them. */
  private static final long STRIDE_BYTES = 128;

  /** In a slot at the host: the last in the queue (rank + 1). */
  private static final long TAIL = 0;

  /** In a slot at the host: the holder and the next rank, see {@link MutexWord}. */
  private static final long STATE = 64;

  /** In a rank's queue node: the rank behind it (rank + 1). */
  private static final long NEXT = 0;

  /** In a queue node: how often its rank has become the first in the queue. */
  private static final long TURN = 8;

  /** In a queue node: how often a holder has handed its rank the mutex. */
  private static final long GIVEN = 16;

  /** First and longest pause between two polls: few ranks poll, and only after a failure. */
  private static final long MIN_PAUSE_NANOS = 1_000;

  private static final long MAX_PAUSE_NANOS = 200_000;

  private final Armci armci;
  private final Group group;
  private final Waiter waiter;

  /** Waits that no loss of a member ends. */
  private final Waiter lossProofWaiter;

  private final LostRanks lost;

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
    this.waiter = group.waiter(); // a lost member may be ahead in the queue
    this.lossProofWaiter = group.lossProofWaiter();
    this.lost = armci.runtime().lost();
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

  private long node(LocalMutex mutex) {
    return STRIDE_BYTES * index(mutex.host, mutex.number);
  }

  /** Returns the state of a mutex as this rank uses it. */
  MutexWord word(int host, int number) {
    long state = STRIDE_BYTES * number + STATE;
    return new MutexWord(armci.rank()) {
      @Override
      long change(long expected, long word) {
        return armci.longAtomics().compareAndSwap(hosts, host, state, expected, word);
      }

      @Override
      boolean isLost(int rank) {
        return lost.of(rank) != null;
      }
    };
  }

  /**
   * Locks a mutex if it is free.
   *
   * @return whether this rank holds it
   * @throws MutexBrokenException when the holder is lost; this rank holds the mutex
   */
  boolean tryLock(LocalMutex mutex) {
    return isTaken(mutex, mutex.word.tryTake());
  }

  /** Tells by the result of a {@link MutexWord}'s method whether this rank holds the mutex. */
  private boolean isTaken(LocalMutex mutex, int result) {
    if (result >= 0) {
      mutex.waitsNoMore();
      throw new MutexBrokenException(mutex.toString(), lost.of(result));
    }
    return result == MutexWord.TAKEN;
  }

  /**
   * Locks a mutex; waits without a limit.
   *
   * @throws MutexBrokenException when the holder is lost; this rank holds the mutex
   */
  void lock(LocalMutex mutex) {
    if (tryLock(mutex)) {
      return;
    }
    if (mutex.polls || !lockInQueue(mutex)) {
      mutex.polls = true;
      lockByPolls(mutex);
    }
  }

  /**
   * Locks a mutex in its turn; returns false when the queue is torn. Also returns false when a
   * polling rank is next already, which this rank may see before it knows of a loss.
   */
  private boolean lockInQueue(LocalMutex mutex) {
    boolean locked = false;
    try {
      lineUp(mutex);
      locked = lockAsFirst(mutex);
      if (locked) {
        mutex.waitsNoMore();
        leaveQueue(mutex);
      }
    } catch (RankFailedException failed) {
      requireTorn(mutex, failed);
      mutex.polls = true;
    }
    return locked;
  }

  /** Returns if the queue is torn: a member is lost, and not the host. Throws otherwise. */
  private void requireTorn(LocalMutex mutex, RankFailedException failed) {
    Waiter.requireWell(lost.of(mutex.host), mutex::toString);
    if (lost.among(group.ranks()) == null) {
      throw failed;
    }
  }

  /** Locks a mutex without the queue. A holder that hands it over wakes this rank. */
  private void lockByPolls(LocalMutex mutex) {
    MemorySegment own = nodes.local();
    long word = node(mutex) + GIVEN;
    long pauseNanos = MIN_PAUSE_NANOS;
    long given = Words.getAcquire(own, word);
    int result = mutex.word.poll();
    while (!isTaken(mutex, result)) {
      mutex.waitsFor(MutexWord.holder(result));
      long before = given;
      long untilNanos = System.nanoTime() + pauseNanos;
      lossProofWaiter.await(
          () -> Words.getAcquire(own, word) != before || System.nanoTime() - untilNanos >= 0,
          Long.MAX_VALUE,
          mutex::toString);
      pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
      given = Words.getAcquire(own, word);
      result = mutex.word.poll();
    }
    mutex.waitsNoMore();
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

  /**
   * Takes the mutex if it is free, or else asks its holder for it and waits. Returns false when
   * another rank has asked already, one that polls.
   */
  private boolean lockAsFirst(LocalMutex mutex) {
    int holder = mutex.word.askAsFirst();
    if (holder >= 0) {
      mutex.waitsFor(holder);
      await(mutex, GIVEN, WordCondition.GE, ++mutex.given);
      return true;
    }
    return holder == MutexWord.TAKEN;
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
    int next = mutex.word.giveUp();
    if (next >= 0) {
      try {
        armci.signals().add(nodes, next, node(mutex) + GIVEN, 1);
      } catch (RankFailedException failed) {
        requireTorn(mutex, failed); // the next rank is lost, and others take the mutex from it
      }
    }
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
