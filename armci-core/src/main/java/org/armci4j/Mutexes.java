package org.armci4j;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.Printable;
import org.armci4j.waiting.Waiter;

/**
 * Mutexes that live on ranks and are locked by any rank. Each rank hosts as many as it said when
 * the set was made; a mutex is named by its host and its number there.
 *
 * <p>The lock is fair: ranks get it in the order in which they asked. A waiting rank looks at a
 * word of its own, so waiting loads neither the host nor a network. Between threads of one rank a
 * Java lock decides first. A thread that locks a mutex sees all that its last holder put before it
 * unlocked.
 *
 * <p>Source: Mellor-Crummey, Scott, "Algorithms for scalable synchronization on shared-memory
 * multiprocessors" (1991), the list-based queueing lock; ARMCI's {@code ARMCI_Create_mutexes}.
 */
public final class Mutexes implements AutoCloseable {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  /**
   * How often a thread that waits for another one of its rank looks whether that one lives. It
   * looks before it waits too, and goes to the end of the queue with each look.
   */
  private static final long LOOK_NANOS = 1_000_000_000;

  /** A word per cache-line pair: they are written by different ranks. */
  private static final long STRIDE_BYTES = 128;

  /**
   * In a queue node: the rank that comes next (plus 1), and a count that is raised when it is our
   * turn.
   */
  private static final long NEXT = 0;

  private static final long TURN = 8;

  private final Armci armci;
  private final Waiter waiter;
  private final int me;

  /** By host: how many mutexes, and the number of the first in the count over all hosts. */
  private final int[] counts;

  private final int[] firsts;

  /** Tails: one word for each mutex that a rank hosts, holding the last in the queue (rank + 1). */
  private final GlobalMemory tails;

  /** Queue nodes: one for each mutex of the set, in every rank's block. */
  private final GlobalMemory nodes;

  private final Local[] locals;

  private final Supplier<String> report = this::report;

  private volatile boolean closed;

  /**
   * This rank's side of one mutex; all but the lock is guarded by the lock. Reports look at it
   * without: what they say may be a moment old.
   */
  private static final class Local extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private static final int NOBODY = -1;

    final int host;
    final int number;
    long turns;

    /** The rank whose unlock this one waits for, or {@link #NOBODY}. */
    int behind = NOBODY;

    Local(int host, int number) {
      super(true);
      this.host = host;
      this.number = number;
    }

    /** The thread that has this lock for good, as it ended without giving it back; or null. */
    Thread deadHolder() {
      Thread owner = getOwner();
      return owner == null || owner.isAlive() ? null : owner;
    }

    String report() {
      Thread owner = getOwner();
      if (owner == null) {
        return "";
      }
      int rank = behind;
      String state = rank == NOBODY ? "holds " : "wants ";
      return state + this + ", thread " + owner.getName() + "\n";
    }

    @Override
    public String toString() {
      int rank = behind;
      String name = "mutex %d of rank %d".formatted(number, host);
      return rank == NOBODY ? name : name + ", behind rank " + rank;
    }
  }

  /** Collective. */
  Mutexes(Armci armci, Waiter waiter, int count) {
    this.armci = armci;
    this.waiter = waiter;
    this.me = armci.rank();
    this.tails = armci.world().allocate(() -> tailBytes(count));
    this.counts = new int[armci.size()];
    this.firsts = new int[armci.size()];
    int total = 0;
    for (int host = 0; host < counts.length; host++) {
      counts[host] = (int) (tails.sizeBytes(host) / STRIDE_BYTES);
      firsts[host] = total;
      total += counts[host];
    }
    this.nodes = armci.allocate(STRIDE_BYTES * total);
    this.locals = new Local[total];
    for (int host = 0; host < counts.length; host++) {
      for (int number = 0; number < counts[host]; number++) {
        locals[firsts[host] + number] = new Local(host, number);
      }
    }
    waiter.board().addPart(report);
  }

  private static long tailBytes(int count) {
    if (count < 0) {
      throw new ArmciException("cannot host %d mutexes".formatted(count));
    }
    return STRIDE_BYTES * count;
  }

  /** The mutexes that this rank holds or wants, a line each. */
  private String report() {
    return Arrays.stream(locals).map(Local::report).collect(Collectors.joining());
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
    return counts[host];
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
    int index = index("lock", host, number);
    Local local = enter("lock", index, host, number);
    boolean locked = false;
    try {
      long node = STRIDE_BYTES * index;
      forgetNext(node);
      long before = armci.longAtomics().swap(tails, host, STRIDE_BYTES * number, me + 1L);
      if (before != 0) {
        // The predecessor tells us with a signal, after it has seen us here.
        local.turns++;
        armci.signal(nodes, (int) before - 1, node + NEXT, me + 1L);
        local.behind = (int) before - 1;
        waiter.awaitWord(
            nodes.local(), node + TURN, Comparison.GE, local.turns, Long.MAX_VALUE, local);
      }
      locked = true;
    } finally {
      local.behind = Local.NOBODY;
      if (!locked) {
        local.unlock();
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
    int index = index("tryLock", host, number);
    Local local = locals[index];
    refuseHolder("tryLock", local, host, number);
    if (!local.tryLock()) {
      return false;
    }
    boolean locked = false;
    try {
      forgetNext(STRIDE_BYTES * index);
      long tail = STRIDE_BYTES * number;
      locked = armci.longAtomics().compareAndSwap(tails, host, tail, 0, me + 1L) == 0;
      return locked;
    } finally {
      if (!locked) {
        local.unlock();
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
    int index = index("unlock", host, number);
    Local local = locals[index];
    if (!local.isHeldByCurrentThread()) {
      throw new ArmciException(
          "unlock by rank %d: this thread does not hold mutex %d of rank %d"
              .formatted(me, number, host));
    }
    armci.fenceAll();
    long node = STRIDE_BYTES * index;
    long next = armci.getLong(nodes, me, node + NEXT);
    if (next == 0) {
      long tail = STRIDE_BYTES * number;
      if (armci.longAtomics().compareAndSwap(tails, host, tail, me + 1L, 0) == me + 1L) {
        local.unlock();
        return;
      }
      // Somebody is in the queue behind us and about to say so.
      next = waiter.awaitWord(nodes.local(), node + NEXT, Comparison.NE, 0, Long.MAX_VALUE, local);
    }
    local.unlock();
    armci.signals().add(nodes, (int) next - 1, node + TURN, 1);
  }

  /**
   * By a store, which is there when the queue is joined. A put to this rank itself may be under way
   * longer, where ranks of one host use the network, and then undo what the successor has written.
   */
  private void forgetNext(long node) {
    LONG.setRelease(nodes.local(), node + NEXT, 0L);
  }

  private Local enter(String operation, int index, int host, int number) {
    Local local = locals[index];
    refuseHolder(operation, local, host, number);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          refuseDeadHolder(operation, local);
          if (local.tryLock(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
            return local;
          }
          waiter.requireGoingOn(local::toString);
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

  private void refuseDeadHolder(String operation, Local local) {
    Thread dead = local.deadHolder();
    if (dead != null) {
      throw new ArmciException(
          "%s by rank %d: thread %s has ended without unlocking %s; nobody can do it any more"
              .formatted(operation, me, Printable.line(dead.getName()), local));
    }
  }

  private void refuseHolder(String operation, Local local, int host, int number) {
    if (local.isHeldByCurrentThread()) {
      throw new ArmciException(
          "%s by rank %d: this thread holds mutex %d of rank %d already"
              .formatted(operation, me, number, host));
    }
  }

  private int index(String operation, int host, int number) {
    armci.requireOpen(operation);
    requireHost(operation, host);
    if (number < 0 || number >= counts[host]) {
      throw new ArmciException(
          "%s by rank %d: there is no mutex %d on rank %d, which hosts %d"
              .formatted(operation, me, number, host, counts[host]));
    }
    if (closed) {
      throw new ArmciException(
          "%s by rank %d: this set of mutexes has been closed".formatted(operation, me));
    }
    return firsts[host] + number;
  }

  private void requireHost(String operation, int host) {
    if (host < 0 || host >= counts.length) {
      throw new ArmciException(
          "%s by rank %d: there is no rank %d, ranks are 0 to %d"
              .formatted(operation, me, host, counts.length - 1));
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
    armci.free(nodes);
    armci.free(tails);
    closed = true;
    waiter.board().removePart(report);
  }

  @Override
  public String toString() {
    return "mutexes " + tails.name();
  }
}
